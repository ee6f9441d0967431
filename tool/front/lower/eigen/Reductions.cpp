// What Eigen makes one number of: sums, norms, products of all coefficients. They run over the
// coefficients once.
#include "front/lower/eigen/MatrixExpr.h"
#include "front/lower/expressions/Expressions.h"

namespace treelize::front {

using namespace clang;
using ir::ExprRef;
using ir::Op;
using Index = MatrixExpr::Index;

namespace {

using TermFn = std::function<ExprRef(Index, Index)>;

ExprRef applied(Op op, const ExprRef& a, const ExprRef& b, Location at) {
  return ir::apply(op, {a, b}, a->type, at);
}

/// The sum of the terms.
ExprRef summed(Lowering& l, const MatrixExpr& shape, const TermFn& term, Location at) {
  const ir::VarId sum = l.addLocal("sum", shape.scalar, {}, at);
  l.emit(ir::declare(sum, numberLike(shape.scalar, 0), at));
  forEachCoefficient(l, shape, at, [&](Index i, Index j) {
    l.emit(ir::assign(l.placeOf(sum), ir::AssignOp::Add, term(i, j), at));
  });
  l.markStable(sum);
  return l.loadOf(sum);
}

/// From the first coefficient on, each one joined to what there is.
ExprRef joined(Lowering& l, const MatrixExpr& e, Op op, const char* name, Location at) {
  const ir::VarId result = l.addLocal(name, e.scalar, {}, at);
  const bool isProduct = op == Op::mul;
  l.emit(ir::declare(
      result, isProduct ? numberLike(e.scalar, 1) : e.coefficient(extentOf(0), extentOf(0)), at));
  forEachCoefficient(l, e, at, [&](Index i, Index j) {
    const ExprRef number = e.coefficient(i, j);
    l.emit(ir::assign(l.placeOf(result), ir::AssignOp::Set,
                      applied(op, l.loadOf(result), number, at), at));
  });
  l.markStable(result);
  return l.loadOf(result);
}

ExprRef sumOf(Lowering& l, const MatrixExpr& e, Location at) {
  return summed(l, e, e.coefficient, at);
}

ExprRef rootOf(const ExprRef& square, Location at) {
  return ir::apply(Op::sqrt, {square}, square->type, at);
}

ExprRef meanOf(Lowering& l, const MatrixExpr& e, Location at) {
  return applied(Op::div, sumOf(l, e, at), converted(sizeOf(e), e.scalar), at);
}

using Reduction = ExprRef (*)(Lowering& l, const MatrixExpr& e, Location at);

const std::map<std::string, Reduction>& reductions() {
  static const std::map<std::string, Reduction> table = {
      {"sum", sumOf},
      {"mean", meanOf},
      {"squaredNorm", squaredNorm},
      {"norm", [](Lowering& l, const MatrixExpr& e,
                  Location at) { return rootOf(squaredNorm(l, e, at), at); }},
      {"trace", [](Lowering& l, const MatrixExpr& e,
                   Location at) { return sumOf(l, diagonalOf(l, e, at), at); }},
      {"prod", [](Lowering& l, const MatrixExpr& e,
                  Location at) { return joined(l, e, Op::mul, "product", at); }},
      {"minCoeff", [](Lowering& l, const MatrixExpr& e,
                      Location at) { return joined(l, e, Op::min, "least", at); }},
      {"maxCoeff", [](Lowering& l, const MatrixExpr& e,
                      Location at) { return joined(l, e, Op::max, "greatest", at); }},
  };
  return table;
}

/// x.dot(y): each may lie or stand.
ExprRef dotProduct(const EigenCall& call) {
  Lowering& l = call.l;
  std::vector<MatrixExpr> sides = matricesOf(l, call.operands(), call.where);
  for (MatrixExpr& side : sides)
    side = readable(l, std::move(side), call.at);
  MatrixExpr shape = sides[0];
  shape.rows = better(l, sizeOf(sides[0]), sizeOf(sides[1]));
  shape.columns = extentOf(1);
  return summed(
      l, shape,
      [&](Index i, Index) {
        const ExprRef left = vectorCoefficient(sides[0], i);
        return applied(Op::mul, left, vectorCoefficient(sides[1], i), call.at);
      },
      call.at);
}

} // namespace

ExprRef squaredNorm(Lowering& l, const MatrixExpr& e, Location at) {
  return summed(
      l, e,
      [&](Index i, Index j) {
        const ExprRef number = plainNumber(l, e.coefficient(i, j));
        return applied(Op::mul, number, number, at);
      },
      at);
}

std::optional<Value> reductionCall(const EigenCall& call) {
  if (!call.object)
    return std::nullopt;
  if (call.name == "dot" && call.arguments.size() == 1)
    return dotProduct(call);
  if (call.name == "determinant")
    return determinantCall(call);
  const auto reduction = reductions().find(call.name);
  if (reduction == reductions().end())
    return std::nullopt;
  if (!call.arguments.empty())
    call.refuse();
  const MatrixExpr e = readable(call.l, matrixOf(call.l, call.object), call.at);
  return reduction->second(call.l, e, call.at);
}

} // namespace treelize::front
