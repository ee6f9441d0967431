// Statements that write matrices: `x = e`, `x += e`, `x *= 2`, `x.setZero()`, `x << 1, 2, 3`.
#include "front/lower/eigen/MatrixExpr.h"

#include "clang/AST/DeclTemplate.h"

namespace treelize::front {

using namespace clang;
using ir::AssignOp;
using ir::ExprRef;
using ir::Op;

namespace {

Value written(const MatrixExpr& target) {
  if (target.whole)
    return *target.whole;
  return target.isNamed ? Value(MatrixView{std::make_shared<MatrixExpr>(target)}) : Value();
}

/// Of Eigen::Array, where `*` works coefficient by coefficient.
bool isOfArrays(const FunctionDecl* callee) {
  const auto* method = dyn_cast<CXXMethodDecl>(callee);
  return method && method->getParent()->getName() == "ArrayBase";
}

/// The value of the right side and the target, in C++'s order. A number stands for a matrix of it.
std::pair<MatrixExpr, MatrixExpr> sidesOf(const EigenCall& call) {
  Lowering& l = call.l;
  const Expr* right = call.arguments[0];
  if (isMatrixLike(right->getType())) {
    std::vector<MatrixExpr> sides = matricesOf(l, {right, call.object}, call.where);
    return {sides[1], sides[0]};
  }
  if (call.name == "operator=")
    if (std::optional<MatrixExpr> turn = rotationMatrix(l, withoutCasts(right)))
      return {matrixOf(l, call.object), *turn};
  if (!right->getType()->isArithmeticType())
    call.refuse();
  const MatrixExpr target = matrixOf(l, call.object);
  return {target, constantMatrix(numberOf(l, right, target.scalar), target.rows, target.columns)};
}

/// The value that `x *= y` and `x /= y` assign.
MatrixExpr productInPlace(const EigenCall& call, const MatrixExpr& target, const MatrixExpr& by) {
  Lowering& l = call.l;
  const bool isQuotient = call.name == "operator/=";
  if (isMatrixLike(call.arguments[0]->getType()) && !isOfArrays(call.callee))
    return isQuotient ? (call.refuse(), by) : productOf(l, target, by, call.at);
  return coefficientwise(
      l, {target, by},
      [op = isQuotient ? Op::div : Op::mul, at = call.at](const std::vector<ExprRef>& x) {
        return ir::apply(op, x, x[0]->type, at);
      },
      call.at);
}

std::optional<Value> assignmentCall(const EigenCall& call) {
  static const std::map<std::string, AssignOp> operators = {{"operator=", AssignOp::Set},
                                                            {"operator+=", AssignOp::Add},
                                                            {"operator-=", AssignOp::Sub},
                                                            {"operator*=", AssignOp::Set},
                                                            {"operator/=", AssignOp::Set}};
  const auto op = operators.find(call.name);
  if (op == operators.end() || !call.object || call.arguments.size() != 1)
    return std::nullopt;
  auto [target, value] = sidesOf(call);
  if (call.name == "operator*=" || call.name == "operator/=")
    value = productInPlace(call, target, value);
  assignMatrix(call.l, target, std::move(value), op->second, call.where);
  return written(target);
}

/// x.setZero(), x.setConstant(n, 2), ...: extents, then the numbers that the values are made of.
std::optional<Value> setterCall(const EigenCall& call) {
  static const std::map<std::string, std::string> generators = {
      {"setZero", "Zero"},         {"setOnes", "Ones"},  {"setIdentity", "Identity"},
      {"setConstant", "Constant"}, {"fill", "Constant"}, {"setLinSpaced", "LinSpaced"},
      {"setUnit", "Unit"}};
  const auto generator = generators.find(call.name);
  if (!call.object || generator == generators.end())
    return std::nullopt;
  const MatrixExpr target = matrixOf(call.l, call.object);
  MatrixExpr value = generatedMatrix(call, generator->second, target);
  assignMatrix(call.l, target, std::move(value), AssignOp::Set, call.where);
  return written(target);
}

// --- x << a, b, c ---

bool isCommaInitializer(QualType type) {
  const auto* record = type.getNonReferenceType()->getAsCXXRecordDecl();
  return record && isInEigen(record) && record->getName() == "CommaInitializer";
}

/// Where the next item of a comma initialiser goes: from left to right, then below.
class CommaFiller {
public:
  CommaFiller(Lowering& lowering, MatrixExpr matrix, SourceLocation location)
      : l(lowering), where(location), at(toLocation(location)),
        isLying(isOne(matrix.rows) && !isOne(matrix.columns)),
        target(isLying ? transposed(l, std::move(matrix), at) : std::move(matrix)) {
    if (!target.place)
      l.notYet(where, "a comma initialiser of this expression", "fill a matrix, or a block of one");
  }

  void add(const Expr* expr) {
    const bool isNumber = !isMatrixLike(expr->getType());
    MatrixExpr item =
        isNumber ? constantMatrix(numberOf(l, expr, target.scalar), extentOf(1), extentOf(1))
                 : matrixOf(l, expr);
    if (isLying)
      item = transposed(l, std::move(item), at);
    if (height)
      advance();
    areNumbers = areNumbers && isNumber;
    ++count;
    height = item.rows;
    width = item.columns;
    assignMatrix(l, blockOf(l, target, {row, column, height, width}, at), std::move(item),
                 AssignOp::Set, where);
  }

private:
  Lowering& l;
  SourceLocation where;
  Location at;
  bool isLying;
  MatrixExpr target;
  ExprRef row = extentOf(0), column = extentOf(0);
  ExprRef height, width;  // of the last item
  bool areNumbers = true; // all of them
  std::int64_t count = 0;

  ExprRef applied(Op op, const ExprRef& a, const ExprRef& b) {
    return ir::apply(op, {a, b}, ir::offsetType(), at);
  }

  void advance() {
    const auto place = knownValue(column), step = knownValue(width),
               end = knownValue(target.columns);
    if (place && step && end) {
      const bool wraps = *place + *step >= *end;
      row = wraps ? plus(l, row, height) : row;
      column = extentOf(wraps ? 0 : *place + *step);
    } else if (areNumbers) {
      row = applied(Op::div, extentOf(count), target.columns);
      column = applied(Op::mod_, extentOf(count), target.columns);
    } else {
      const ExprRef next = plus(l, column, width);
      const ExprRef wraps =
          l.keep(ir::apply(Op::ge_, {next, target.columns}, ir::boolType(), at), "wraps");
      row = l.keep(ir::select(wraps, plus(l, row, height), row), "row");
      column = l.keep(ir::select(wraps, extentOf(0), next), "column");
    }
  }
};

} // namespace

MatrixExpr commaInitialized(Lowering& l, const Expr* expr) {
  std::vector<const Expr*> items;
  const auto* call = dyn_cast<CXXOperatorCallExpr>(bare(expr));
  for (; call && isCommaInitializer(call->getType());
       call = dyn_cast<CXXOperatorCallExpr>(bare(call->getArg(0)))) {
    items.insert(items.begin(), call->getArg(1));
    if (call->getOperator() == OO_LessLess)
      break;
  }
  if (!call || call->getOperator() != OO_LessLess)
    l.notYet(expr->getExprLoc(), "this use of a comma initialiser", "write it as one statement");
  const MatrixExpr target = matrixOf(l, call->getArg(0));
  CommaFiller filler(l, target, expr->getExprLoc());
  for (const Expr* item : items)
    filler.add(item);
  return target;
}

std::optional<Value> mutatorCall(const EigenCall& call) {
  if (isCommaInitializer(call.expr->getType()))
    return written(commaInitialized(call.l, call.expr));
  if (call.name == "finished" && call.object && isCommaInitializer(call.object->getType()))
    return written(commaInitialized(call.l, call.object));
  if (std::optional<Value> done = vectorwiseStatement(call))
    return done;
  if (std::optional<Value> assigned = assignmentCall(call))
    return assigned;
  if (std::optional<Value> set = setterCall(call))
    return set;
  return inPlaceCall(call);
}

} // namespace treelize::front
