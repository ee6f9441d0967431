// Comparisons of coefficients, and what is made of them: `(x.array() > 0).select(x, y)`, `(a ==
// b).all()`.
#include "front/lower/eigen/MatrixExpr.h"

#include "clang/AST/DeclTemplate.h"

#include <map>

namespace treelize::front {

using namespace clang;
using ir::ExprRef;
using ir::Op;
using Index = MatrixExpr::Index;

namespace {

using Numbers = std::vector<ExprRef>;

bool isOfConditions(const MatrixExpr& e) {
  return e.scalar->is(ir::TypeKind::Bool);
}

/// How many coefficients are true.
ExprRef counted(Lowering& l, const MatrixExpr& conditions, Location at) {
  const ir::VarId count = l.addLocal("count", ir::offsetType(), {}, at);
  l.emit(ir::declare(count, extentOf(0), at));
  forEachCoefficient(l, conditions, at, [&](Index i, Index j) {
    ir::If found{conditions.coefficient(i, j), {}, {}};
    found.thenBlock.push_back(ir::assign(l.placeOf(count), ir::AssignOp::Add, extentOf(1), at));
    l.emit({at, std::move(found)});
  });
  l.markStable(count);
  return l.loadOf(count);
}

MatrixExpr ofConditions(MatrixExpr e) {
  e.scalar = ir::boolType();
  return e;
}

/// x != x, of what is no number, or of what is not finite the same of x - x.
MatrixExpr oddities(Lowering& l, const MatrixExpr& e, bool countsInfinities, Location at) {
  return ofConditions(coefficientwise(
      l, {e},
      [&l, countsInfinities, at](const Numbers& x) {
        ExprRef number = plainNumber(l, x[0]);
        if (countsInfinities)
          number = l.keep(ir::apply(Op::sub, {number, number}, number->type, at), "difference");
        return ir::apply(Op::ne_, {number, number}, ir::boolType(), at);
      },
      at));
}

} // namespace

/// The operator as it is written: Eigen's own types have `a > b` as `b < a`.
MatrixExpr compared(const EigenCall& call) {
  static const std::map<std::string, Op> operators = {
      {"operator<", Op::lt_},  {"operator<=", Op::le_},   {"operator>", Op::gt_},
      {"operator>=", Op::ge_}, {"operator==", Op::eq_},   {"operator!=", Op::ne_},
      {"cwiseEqual", Op::eq_}, {"cwiseNotEqual", Op::ne_}};
  const auto op = operators.find(call.name);
  if (op == operators.end())
    call.refuse();
  return ofConditions(coefficientwise(
      call.l, operandsOf(call),
      [op = op->second, at = call.at](const Numbers& x) {
        return ir::apply(op, x, ir::boolType(), at);
      },
      call.at));
}

MatrixExpr selected(const EigenCall& call) {
  std::vector<MatrixExpr> operands = operandsOf(call);
  if (operands.size() != 3 || !isOfConditions(operands[0]) || isOfConditions(operands[1]))
    call.refuse();
  const ir::TypeRef scalar = operands[1].scalar;
  MatrixExpr result = coefficientwise(
      call.l, std::move(operands),
      [at = call.at](const Numbers& x) { return ir::select(x[0], x[1], x[2], at); }, call.at);
  result.scalar = scalar;
  return result;
}

std::optional<Value> conditionCall(const EigenCall& call) {
  if (!call.object || !call.arguments.empty())
    return std::nullopt;
  Lowering& l = call.l;
  const bool isOddity = call.name == "hasNaN" || call.name == "allFinite";
  if (!isOddity && call.name != "all" && call.name != "any" && call.name != "count")
    return std::nullopt;
  MatrixExpr e = readable(l, matrixOf(l, call.object), call.at);
  if (isOddity)
    e = oddities(l, e, call.name == "allFinite", call.at);
  if (!isOfConditions(e))
    call.refuse();
  const ExprRef count = counted(l, e, call.at);
  if (call.name == "count")
    return count;
  const auto is = [&](Op op, const ExprRef& than) {
    return ir::apply(op, {count, than}, ir::boolType(), call.at);
  };
  if (call.name == "all")
    return is(Op::eq_, sizeOf(e));
  return is(call.name == "allFinite" ? Op::eq_ : Op::ne_, extentOf(0));
}

} // namespace treelize::front
