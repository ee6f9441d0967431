// Eigen's matrices in kernels: which call is it, and what are its operands? The functions that its
// expressions are made of are known by name; of others the body is taken, as of the user's.
#include "front/lower/eigen/MatrixExpr.h"
#include "front/lower/expressions/Expressions.h"
#include "front/lower/expressions/Places.h"
#include "front/lower/expressions/Views.h"
#include "front/lower/statements/Statements.h"
#include "ir/Walk.h"

#include <set>

namespace treelize::front {

using namespace clang;
using ir::ExprRef;

namespace {

std::string nameOf(const FunctionDecl* callee) {
  if (callee->getDeclName().isIdentifier())
    return callee->getNameAsString();
  if (isa<CXXConversionDecl>(callee))
    return "value";
  return callee->isOverloadedOperator()
             ? std::string("operator") + getOperatorSpelling(callee->getOverloadedOperator())
             : callee->getNameAsString();
}

EigenCall callOf(Lowering& l, const CallExpr* expr, const FunctionDecl* callee) {
  EigenCall result{l,
                   expr,
                   callee,
                   nameOf(callee),
                   nullptr,
                   {},
                   expr->getExprLoc(),
                   toLocation(expr->getExprLoc())};
  std::vector<const Expr*> arguments(expr->arg_begin(), expr->arg_end());
  const auto* method = dyn_cast<CXXMethodDecl>(callee);
  if (const auto* member = dyn_cast<CXXMemberCallExpr>(expr)) {
    result.object = member->getImplicitObjectArgument();
  } else if (method && !method->isStatic() && !arguments.empty()) {
    result.object = arguments[0];
    arguments.erase(arguments.begin());
  }
  for (const Expr* argument : arguments)
    if (!isa<CXXDefaultArgExpr>(argument))
      result.arguments.push_back(argument);
  return result;
}

const CallExpr* asEigenCall(const Expr* expr) {
  const auto* call = dyn_cast<CallExpr>(expr);
  const FunctionDecl* callee = call ? call->getDirectCallee() : nullptr;
  return callee && isInEigen(callee) ? call : nullptr;
}

/// Does what no table knows say in plain C++ what it makes: a number, a matrix, an object? Not an
/// expression, which says it where it is assigned. What a decomposition has found by steps until
/// numbers vanish, its methods do not say.
bool isTakenByBody(const FunctionDecl* callee) {
  static const std::set<llvm::StringRef> matrices = {"Matrix",    "Array",     "PlainObjectBase",
                                                     "DenseBase", "EigenBase", "MatrixBase",
                                                     "ArrayBase"};
  const auto* method = dyn_cast<CXXMethodDecl>(callee);
  if (method && method->isInstance() && libraryOf(method->getParent()) == Library::eigen &&
      !matrices.contains(method->getParent()->getName()))
    return false;
  const FunctionDecl* pattern = callee->getTemplateInstantiationPattern();
  return (pattern ? pattern : callee)->hasBody() &&
         libraryOf(callee->getReturnType()) != Library::eigen;
}

/// A method of what is no matrix, whatever its name.
bool isOfPlainObject(const EigenCall& call) {
  const QualType type = call.object ? call.object->getType() : QualType();
  return call.object &&
         libraryOf(type->isPointerType() ? type->getPointeeType() : type) == Library::none;
}

/// v(i), v[i], m(i, j), v.x()
std::optional<Value> coefficientAccess(const EigenCall& call) {
  static const std::map<std::string, int> named = {{"x", 0}, {"y", 1}, {"z", 2}, {"w", 3}};
  static const std::set<std::string> indexed = {"operator()", "operator[]", "coeff", "coeffRef"};
  const bool isNamed = named.contains(call.name) && call.arguments.empty();
  if (!call.object || (!isNamed && !indexed.contains(call.name)))
    return std::nullopt;
  Lowering& l = call.l;
  for (const Expr* argument : call.arguments)
    if (!argument->getType()->isIntegralOrUnscopedEnumerationType())
      call.refuse();
  const MatrixExpr object = readable(l, matrixOf(l, call.object), call.at);
  std::vector<ExprRef> at;
  for (const Expr* argument : call.arguments)
    at.push_back(asIndex(rvalue(l, argument)));
  if (isNamed)
    at = {extentOf(named.at(call.name))};
  if (at.size() == 1 && !isOne(object.rows) && !isOne(object.columns))
    l.notYet(call.where, "one index into a matrix", "give the row and the column");
  if (at.size() == 1)
    at = isOne(object.columns) ? std::vector{at[0], extentOf(0)} : std::vector{extentOf(0), at[0]};
  if (object.place)
    return object.place(at[0], at[1]);
  return object.coefficient(at[0], at[1]);
}

/// m.rows(), m.cols(), m.size()
std::optional<Value> extentCall(const EigenCall& call) {
  static const std::set<std::string> names = {"rows", "cols", "size", "innerSize", "outerSize"};
  if (!call.object || !names.contains(call.name) || !call.arguments.empty())
    return std::nullopt;
  if (call.name.ends_with("erSize"))
    call.refuse();
  const MatrixExpr object = matrixOf(call.l, call.object);
  return call.name == "rows" ? object.rows : call.name == "cols" ? object.columns : sizeOf(object);
}

/// The one coefficient of a product that is a number: x.transpose() * y.
std::optional<Value> onlyCoefficient(const EigenCall& call) {
  if (call.name != "value" || !call.object)
    return std::nullopt;
  const MatrixExpr object = readable(call.l, matrixOf(call.l, call.object), call.at);
  return object.coefficient(extentOf(0), extentOf(0));
}

/// An object that is, or is bound to, a matrix.
MatrixExpr matrixObject(Lowering& l, const Expr* expr) {
  const SourceLocation where = expr->getExprLoc();
  if (!expr->isGLValue() && isMatrixView(expr->getType()) && !isa<CallExpr>(expr))
    refuseExpr(l, expr);
  const Value object = expr->getType()->isPointerType() ? dereference(l, expr, where)
                       : expr->isGLValue()              ? glvalue(l, expr)
                                                        : value(l, expr);
  if (const auto* view = std::get_if<MatrixView>(&object))
    return *view->matrix;
  const bool isOneOfSeveral = std::holds_alternative<Choice>(object);
  const ir::Place place =
      placeFor(l, isOneOfSeveral ? Value(loaded(l, object, where)) : object, where);
  if (!place.type->is(ir::TypeKind::Matrix))
    l.notYet(where, "Eigen's '" + place.type->spelling + "'",
             "use Eigen::Matrix or Eigen::Array of real numbers");
  MatrixExpr matrix = matrixAt(l, l.frozen(place), toLocation(where));
  matrix.isNamed = true;
  return matrix;
}

/// c ? a : b of expressions.
MatrixExpr chosenMatrix(Lowering& l, const ConditionalOperator* choice) {
  if (const Expr* side = survivingSide(l, choice))
    return matrixOf(l, side);
  const SourceLocation where = choice->getQuestionLoc();
  const ExprRef isFirst = plainNumber(l, condition(l, choice->getCond()), "chosen");
  std::vector<MatrixExpr> sides;
  for (const Expr* side : {choice->getTrueExpr(), choice->getFalseExpr()}) {
    const ir::Block effects = l.collect([&] { sides.push_back(matrixOf(l, side)); });
    const MatrixExpr& e = sides.back();
    if (!effects.empty() || !e.coefficient || !knownValue(e.rows) || !knownValue(e.columns))
      l.notYet(where, "a choice between matrix expressions", "write an if statement");
  }
  return coefficientwise(
      l, std::move(sides),
      [isFirst, at = toLocation(where)](const std::vector<ExprRef>& x) {
        return ir::select(isFirst, x[0], x[1], at);
      },
      toLocation(where));
}

/// Would the statements change what the expression reads?
bool disturbs(Lowering& l, const ir::Block& effects, const MatrixExpr& e) {
  bool found = false;
  ir::forEachStmt(effects, [&](const ir::Stmt& stmt) {
    if (!std::holds_alternative<ir::Declare>(stmt.node))
      ir::forEachWritten(l.kernel, stmt, [&](const ir::Place& written) {
        for (const Window& read : e.reads)
          found = found || mayOverlap(written, read.matrix);
      });
  });
  return found;
}

} // namespace

std::vector<const Expr*> EigenCall::operands() const {
  std::vector<const Expr*> all = arguments;
  if (object)
    all.insert(all.begin(), object);
  return all;
}

void EigenCall::refuse() const {
  l.notYet(where, "'" + name + "' of Eigen", "write it with coefficients, arithmetic and products");
}

const Expr* withoutCasts(const Expr* expr) {
  while (true) {
    expr = bare(expr);
    const auto* cast = dyn_cast<CastExpr>(expr);
    if (!cast || cast->getCastKind() == CK_LValueToRValue ||
        cast->getCastKind() == CK_UserDefinedConversion)
      return expr;
    expr = cast->getSubExpr();
  }
}

bool isMatrixLike(QualType type) {
  const Library library = libraryOf(type);
  return library == Library::matrix || library == Library::eigen || isReturnedByValue(type);
}

ExprRef numberOf(Lowering& l, const Expr* expr, const ir::TypeRef& type) {
  ExprRef literal = literalOf(l, bare(expr), type);
  return literal ? literal : l.frozen(plainNumber(l, converted(rvalue(l, expr), type), "scalar"));
}

ExprRef indexOf(Lowering& l, const Expr* expr) {
  if (const std::optional<std::int64_t> known = wholeNumber(l, expr))
    return extentOf(*known);
  return l.frozen(asIndex(rvalue(l, expr)));
}

MatrixExpr matrixOf(Lowering& l, const Expr* expr) {
  expr = withoutCasts(expr);
  if (std::optional<MatrixExpr> returned = returnedMatrix(l, expr))
    return *returned;
  if (const auto* choice = dyn_cast<ConditionalOperator>(expr);
      choice && libraryOf(expr->getType()) == Library::eigen)
    return chosenMatrix(l, choice);
  if (const auto* made = dyn_cast<CXXConstructExpr>(expr); made && isMatrixView(made->getType()))
    return constructedView(l, made);
  if (std::optional<MatrixExpr> decomposed = decomposedMatrix(l, expr))
    return *decomposed;
  const CallExpr* call = asEigenCall(expr);
  if (!call)
    return matrixObject(l, expr);
  const EigenCall known = callOf(l, call, call->getDirectCallee());
  if (std::optional<MatrixExpr> made = matrixCall(known))
    return *made;
  if (const std::optional<Value> written = mutatorCall(known)) {
    if (const auto* place = std::get_if<ir::Place>(&*written))
      return matrixAt(l, *place, known.at);
    if (const auto* view = std::get_if<MatrixView>(&*written))
      return *view->matrix;
  }
  if (!isTakenByBody(known.callee))
    known.refuse();
  return matrixObject(l, expr);
}

std::vector<MatrixExpr> matricesOf(Lowering& l, const std::vector<const Expr*>& operands,
                                   SourceLocation where) {
  std::vector<MatrixExpr> result;
  for (const Expr* operand : operands) {
    MatrixExpr next;
    ir::Block effects = l.collect([&] { next = matrixOf(l, operand); });
    for (const MatrixExpr& earlier : result)
      if (disturbs(l, effects, earlier))
        l.notYet(where, "an operand that changes another operand", "write two statements");
    l.append(std::move(effects));
    result.push_back(std::move(next));
  }
  return result;
}

std::optional<Value> eigenCall(Lowering& l, const CallExpr* expr, const FunctionDecl* callee) {
  const EigenCall call = callOf(l, expr, callee);
  if (isOfPlainObject(call) && isTakenByBody(callee))
    return std::nullopt;
  for (const auto known :
       {coefficientAccess, extentCall, onlyCoefficient, reductionCall, conditionCall,
        quaternionCall, dataCall, decompositionNumber, mutatorCall})
    if (std::optional<Value> result = known(call))
      return *result;
  const std::optional<MatrixExpr> made = matrixCall(call);
  if (!made && !isTakenByBody(callee))
    call.refuse();
  if (!made)
    return std::nullopt;
  return passedOn(l, *made, call.at);
}

} // namespace treelize::front
