// Products of matrices. Where the coefficients of the left operand lie row by row, or everything is
// small, each coefficient of the product is a sum of its own; else whole columns are accumulated,
// as memory streams best.
#include "front/lower/eigen/MatrixExpr.h"

namespace treelize::front {

using ir::ExprRef;
using ir::Op;
using Index = MatrixExpr::Index;

namespace {

/// An operand that each coefficient is asked of `times`.
MatrixExpr settled(Lowering& l, MatrixExpr operand, const ExprRef& times, Location at) {
  const bool isAskedOnce = isOne(times) && operand.coefficient;
  return operand.isCheap || isAskedOnce ? operand : materialised(l, operand, "factor", at);
}

ExprRef times(const ExprRef& a, const ExprRef& b, Location at) {
  return ir::apply(Op::mul, {a, b}, a->type, at);
}

/// The sum over `inner` of a(i, k) b(k, j).
ExprRef innerSum(Lowering& l, const MatrixExpr& a, const MatrixExpr& b, const ExprRef& inner,
                 Index i, Index j, Location at) {
  if (isOne(inner))
    return times(a.coefficient(i, extentOf(0)), b.coefficient(extentOf(0), j), at);
  const ir::VarId sum = l.addLocal("sum", a.scalar, {}, at);
  l.emit(ir::declare(sum, numberLike(a.scalar, 0), at));
  forEachBelow(l, inner, "k", at, [&](Index k) {
    const ExprRef left = a.coefficient(i, k);
    l.emit(ir::assign(l.placeOf(sum), ir::AssignOp::Add, times(left, b.coefficient(k, j), at), at));
  });
  l.markStable(sum);
  return l.loadOf(sum);
}

/// target(:, j) += a(:, k) b(k, j)
void accumulateColumns(Lowering& l, const MatrixExpr& a, const MatrixExpr& b, const ExprRef& inner,
                       const MatrixExpr& target, ir::AssignOp op, Location at) {
  forEachBelow(l, target.columns, "j", at, [&](Index j) {
    forEachBelow(l, inner, "k", at, [&](Index k) {
      const ExprRef factor = l.keep(b.coefficient(k, j), "factor");
      forEachBelow(l, target.rows, "i", at, [&](Index i) {
        l.emit(ir::assign(target.place(i, j), op, times(a.coefficient(i, k), factor, at), at));
      });
    });
  });
}

} // namespace

MatrixExpr productOf(Lowering& l, MatrixExpr a, MatrixExpr b, Location at) {
  if (a.diagonal || b.diagonal)
    return scaledByDiagonal(l, a, b, at);
  a = settled(l, std::move(a), b.columns, at);
  b = settled(l, std::move(b), a.rows, at);
  const ExprRef inner = better(l, a.columns, b.rows);
  MatrixExpr result;
  result.scalar = a.scalar;
  result.rows = a.rows;
  result.columns = b.columns;
  for (const MatrixExpr* operand : {&a, &b})
    for (Window read : operand->reads) {
      read.isEvaluated = true;
      result.reads.push_back(std::move(read));
    }
  const bool isSmall = knownValue(result.rows) && knownValue(inner);
  if (isSmall || isOne(result.rows) || isOne(inner) || a.isRowwise)
    result.coefficient = [&l, a, b, inner, at](Index i, Index j) {
      return innerSum(l, a, b, inner, i, j, at);
    };
  else
    result.accumulate = [&l, a, b, inner, at](const MatrixExpr& target, ir::AssignOp op) {
      accumulateColumns(l, a, b, inner, target, op, at);
    };
  return result;
}

} // namespace treelize::front
