// The inverse and the determinant of square matrices: of small ones by cofactors, as Eigen computes
// them itself, of others by Eigen.
#include "front/lower/eigen/MatrixExpr.h"

namespace treelize::front {

using ir::ExprRef;
using ir::Op;

namespace {

/// The coefficients of a square matrix of one to three rows, each of them a load.
struct Square {
  Lowering& l;
  Location at;
  MatrixExpr matrix;
  int rows;

  ExprRef coefficient(int i, int j) const { return matrix.coefficient(extentOf(i), extentOf(j)); }
  ExprRef apply(Op op, const ExprRef& a, const ExprRef& b) const {
    return ir::apply(op, {a, b}, matrix.scalar, at);
  }
  ExprRef product(int i, int j, int k, int m) const {
    return apply(Op::mul, coefficient(i, j), coefficient(k, m));
  }

  /// What (i, j) is multiplied with in the determinant.
  ExprRef cofactor(int i, int j) const {
    if (rows == 1)
      return numberLike(matrix.scalar, 1);
    if (rows == 2)
      return i == j ? coefficient(1 - i, 1 - j)
                    : ir::apply(Op::neg, {coefficient(1 - i, 1 - j)}, matrix.scalar, at);
    const int i1 = (i + 1) % 3, i2 = (i + 2) % 3, j1 = (j + 1) % 3, j2 = (j + 2) % 3;
    return apply(Op::sub, product(i1, j1, i2, j2), product(i1, j2, i2, j1));
  }

  ExprRef determinant() const {
    if (rows == 1)
      return coefficient(0, 0);
    if (rows == 2)
      return apply(Op::sub, product(0, 0, 1, 1), product(0, 1, 1, 0));
    ExprRef sum = apply(Op::mul, coefficient(0, 0), cofactor(0, 0));
    for (int j = 1; j < rows; ++j)
      sum = apply(Op::add, sum, apply(Op::mul, coefficient(0, j), cofactor(0, j)));
    return sum;
  }
};

/// Is it a matrix of one to three rows?
bool isSmall(const EigenCall& call, const MatrixExpr& matrix) {
  const auto rows = knownValue(matrix.rows), columns = knownValue(matrix.columns);
  if (rows && columns && rows != columns)
    call.l.notYet(call.where, "'" + call.name + "' of a matrix that is not square",
                  "take a square one");
  return rows.value_or(columns.value_or(4)) <= 3;
}

Square squareOf(const EigenCall& call, MatrixExpr matrix) {
  if (!matrix.isCheap)
    matrix = materialised(call.l, matrix, "square", call.at);
  const auto rows = knownValue(knownValue(matrix.rows) ? matrix.rows : matrix.columns);
  return {call.l, call.at, std::move(matrix), static_cast<int>(*rows)};
}

ir::VarId ofLarge(const EigenCall& call, const MatrixExpr& matrix, const char* name,
                  bool isNumber) {
  const ir::Place settled = settledMatrix(call.l, matrix, "square", call.at);
  return runtimeCall(call.l, {name, "", isNumber ? settled.type->element : settled.type}, {settled},
                     call.where);
}

} // namespace

ExprRef determinantCall(const EigenCall& call) {
  const MatrixExpr matrix = matrixOf(call.l, call.object);
  if (!isSmall(call, matrix))
    return call.l.loadOf(ofLarge(call, matrix, "determinant", /*isNumber=*/true));
  return squareOf(call, matrix).determinant();
}

std::optional<MatrixExpr> inverseCall(const EigenCall& call) {
  const auto* result = call.expr->getType()->getAsCXXRecordDecl();
  if (!call.object || call.name != "inverse" || !result || result->getName() != "Inverse")
    return std::nullopt;
  Lowering& l = call.l;
  const MatrixExpr matrix = matrixOf(l, call.object);
  if (!isSmall(call, matrix))
    return matrixAt(l, l.placeOf(ofLarge(call, matrix, "inverse", /*isNumber=*/false)), call.at);
  const Square m = squareOf(call, matrix);
  const ExprRef determinant = l.keep(m.determinant(), "determinant");
  const ir::VarId id = l.addLocal("inverse", plainType(m.matrix), {.isStable = true}, call.at);
  l.emit(ir::declare(id, nullptr, call.at));
  const MatrixExpr inverse = matrixAt(l, l.placeOf(id), call.at);
  for (int j = 0; j < m.rows; ++j)
    for (int i = 0; i < m.rows; ++i)
      l.emit(ir::assign(inverse.place(extentOf(i), extentOf(j)), ir::AssignOp::Set,
                        m.apply(Op::div, m.cofactor(j, i), determinant), call.at));
  return inverse;
}

} // namespace treelize::front
