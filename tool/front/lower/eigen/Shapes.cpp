// Parts of a matrix that make a matrix of the same size: a triangle, the diagonal that a vector
// fills, what one triangle says of a symmetric matrix.
#include "front/lower/eigen/MatrixExpr.h"
#include "front/lower/expressions/Expressions.h"

#include "clang/AST/DeclTemplate.h"

namespace treelize::front {

using namespace clang;
using ir::AssignOp;
using ir::ExprRef;
using ir::Op;
using Index = MatrixExpr::Index;

namespace {

/// Eigen's modes of triangles.
enum Mode : std::int64_t { lower = 1, upper = 2, unitDiagonal = 4, zeroDiagonal = 8 };

ExprRef compare(Op op, Index i, Index j) {
  return ir::apply(op, {i, j}, ir::boolType());
}

/// Is (i, j) in the triangle that has coefficients of its own?
ExprRef isInside(std::int64_t mode, Index i, Index j) {
  const bool isStrict = (mode & (unitDiagonal | zeroDiagonal)) != 0;
  return (mode & lower) != 0 ? compare(isStrict ? Op::gt_ : Op::ge_, i, j)
                             : compare(isStrict ? Op::lt_ : Op::le_, i, j);
}

std::int64_t modeOf(const EigenCall& call) {
  return call.callee->getTemplateSpecializationArgs()->get(0).getAsIntegral().getExtValue();
}

MatrixExpr triangle(const EigenCall& call) {
  const std::int64_t mode = modeOf(call);
  MatrixExpr e = readable(call.l, matrixOf(call.l, call.object), call.at);
  e.whole.reset();
  e.isCheap = e.isZero = false;
  e.triangle = mode;
  e.coefficient = [mode, inner = e.coefficient, scalar = e.scalar](Index i, Index j) {
    const ExprRef zero = numberLike(scalar, 0);
    const bool isUnit = (mode & unitDiagonal) != 0;
    const ExprRef outside =
        isUnit ? ir::select(compare(Op::eq_, i, j), numberLike(scalar, 1), zero) : zero;
    return ir::select(isInside(mode, i, j), inner(i, j), outside);
  };
  return e;
}

MatrixExpr symmetric(const EigenCall& call) {
  const std::int64_t mode = modeOf(call);
  MatrixExpr e = readable(call.l, matrixOf(call.l, call.object), call.at);
  e.whole.reset();
  e.place = nullptr;
  e.isNamed = e.isCheap = false;
  for (Window& read : e.reads)
    read.isScattered = true;
  e.coefficient = [mode, inner = e.coefficient](Index i, Index j) {
    const ExprRef isOther = compare(mode == lower ? Op::lt_ : Op::gt_, i, j);
    return inner(ir::select(isOther, j, i), ir::select(isOther, i, j));
  };
  return e;
}

MatrixExpr diagonalMatrix(const EigenCall& call) {
  MatrixExpr vector = readable(call.l, matrixOf(call.l, call.object), call.at);
  MatrixExpr e;
  e.scalar = vector.scalar;
  e.rows = e.columns = sizeOf(vector);
  e.reads = vector.reads;
  for (Window& read : e.reads)
    read.isScattered = true;
  e.coefficient = [vector](Index i, Index j) {
    return ir::select(compare(Op::eq_, i, j), vectorCoefficient(vector, i),
                      numberLike(vector.scalar, 0));
  };
  e.diagonal = std::make_shared<MatrixExpr>(std::move(vector));
  return e;
}

} // namespace

std::optional<MatrixExpr> shapeCall(const EigenCall& call) {
  if (!call.object || !call.arguments.empty())
    return std::nullopt;
  if (call.name == "triangularView")
    return triangle(call);
  if (call.name == "selfadjointView")
    return symmetric(call);
  if (call.name == "asDiagonal")
    return diagonalMatrix(call);
  return std::nullopt;
}

void assignTriangle(Lowering& l, const MatrixExpr& target, const MatrixExpr& value, AssignOp op,
                    Location at) {
  const std::int64_t mode = *target.triangle;
  forEachCoefficient(l, target, at, [&](Index i, Index j) {
    ir::If inside{isInside(mode, i, j), {}, {}};
    inside.thenBlock = l.collect([&] {
      const ExprRef number = value.coefficient(i, j);
      l.emit(ir::assign(target.place(i, j), op, converted(number, target.scalar), at));
    });
    l.emit({at, std::move(inside)});
  });
}

MatrixExpr scaledByDiagonal(Lowering& l, const MatrixExpr& a, const MatrixExpr& b, Location at) {
  const bool isLeft = a.diagonal != nullptr;
  MatrixExpr vector = isLeft ? *a.diagonal : *b.diagonal, matrix = readable(l, isLeft ? b : a, at);
  if (!vector.isCheap)
    vector = materialised(l, vector, "diagonal", at);
  MatrixExpr result = matrix;
  result.whole.reset();
  result.place = nullptr;
  result.isCheap = result.isNamed = result.isZero = false;
  result.diagonal = nullptr;
  result.reads.insert(result.reads.end(), vector.reads.begin(), vector.reads.end());
  result.coefficient = [=, inner = matrix.coefficient](Index i, Index j) {
    const ExprRef factor = vectorCoefficient(vector, isLeft ? i : j), number = inner(i, j);
    return isLeft ? ir::apply(Op::mul, {factor, number}, number->type, at)
                  : ir::apply(Op::mul, {number, factor}, number->type, at);
  };
  return result;
}

} // namespace treelize::front
