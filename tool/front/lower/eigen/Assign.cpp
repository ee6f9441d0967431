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
  return target.whole ? Value(*target.whole) : Value();
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
  if (!right->getType()->isArithmeticType())
    call.refuse();
  const MatrixExpr target = matrixOf(l, call.object);
  return {target, constantMatrix(numberOf(l, right, target.scalar), target.rows, target.columns)};
}

/// The value that `x *= y` and `x /= y` assign.
MatrixExpr scaled(const EigenCall& call, const MatrixExpr& target, const MatrixExpr& by) {
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
    value = scaled(call, target, value);
  assignMatrix(call.l, target, std::move(value), op->second, call.where);
  return written(target);
}

/// x.setZero(), x.setConstant(2), x.normalize(), ...
std::optional<Value> setterCall(const EigenCall& call) {
  const bool takesNumber = call.name == "setConstant" || call.name == "fill";
  const bool isKnown =
      call.name == "setZero" || call.name == "setOnes" || call.name == "setIdentity" || takesNumber;
  if (!call.object || !isKnown)
    return std::nullopt;
  if (call.arguments.size() != (takesNumber ? 1 : 0))
    call.l.notYet(call.where, "'" + call.name + "' that also changes the size",
                  "assign a matrix of that size");
  Lowering& l = call.l;
  const MatrixExpr target = matrixOf(l, call.object);
  const ExprRef number = takesNumber ? numberOf(l, call.arguments[0], target.scalar)
                                     : numberLike(target.scalar, call.name == "setOnes" ? 1 : 0);
  MatrixExpr value = call.name == "setIdentity"
                         ? identityMatrix(target.scalar, target.rows, target.columns)
                         : constantMatrix(number, target.rows, target.columns);
  assignMatrix(l, target, std::move(value), AssignOp::Set, call.where);
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
        target(isLying ? transposed(l, std::move(matrix), at) : std::move(matrix)),
        row(extentOf(0)) {
    if (!target.place || !knownValue(target.columns))
      l.notYet(where, "a comma initialiser of a matrix whose number of columns is not in its type",
               "assign the coefficients");
    columns = *knownValue(target.columns);
  }

  void add(const Expr* expr) {
    MatrixExpr item =
        isMatrixLike(expr->getType())
            ? matrixOf(l, expr)
            : constantMatrix(numberOf(l, expr, target.scalar), extentOf(1), extentOf(1));
    if (isLying)
      item = transposed(l, std::move(item), at);
    const auto width = knownValue(item.columns);
    if (!width)
      l.notYet(where,
               "a comma initialiser with a matrix whose number of columns is not in its type",
               "assign a block at a time");
    if (column == columns) {
      row = plus(l, row, height);
      column = 0;
    }
    height = item.rows;
    const MatrixExpr block =
        blockOf(l, target, {row, extentOf(column), item.rows, item.columns}, at);
    assignMatrix(l, block, std::move(item), AssignOp::Set, where);
    column += *width;
  }

private:
  Lowering& l;
  SourceLocation where;
  Location at;
  bool isLying;
  MatrixExpr target;
  ExprRef row, height;
  std::int64_t column = 0, columns = 0;
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
  if (std::optional<Value> assigned = assignmentCall(call))
    return assigned;
  if (std::optional<Value> set = setterCall(call))
    return set;
  if (!call.object || call.name != "normalize")
    return std::nullopt;
  const MatrixExpr target = matrixOf(call.l, call.object);
  assignMatrix(call.l, target, normalized(call.l, target, call.at), AssignOp::Set, call.where);
  return written(target);
}

} // namespace treelize::front
