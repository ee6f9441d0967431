// The assignment of a matrix expression. It is one loop over the coefficients, unless the
// expression reads the matrix it is assigned to: at the same coefficients that is harmless, through
// a product Eigen computes the product first, and anything else is refused, for its meaning in
// Eigen depends on the order of evaluation.
#include "front/lower/eigen/MatrixExpr.h"
#include "front/lower/expressions/Expressions.h"
#include "front/lower/expressions/Places.h"
#include "ir/Same.h"

namespace treelize::front {

using namespace clang;
using ir::AssignOp;
using ir::ExprRef;

namespace {

bool isSameNumber(const ExprRef& a, const ExprRef& b) {
  return a && b ? ir::isSame(*a, *b) : !a && !b;
}

bool isSameWindow(const Window& a, const Window& b) {
  return isSameNumber(a.row, b.row) && isSameNumber(a.column, b.column) &&
         isSameNumber(a.rows, b.rows) && isSameNumber(a.columns, b.columns) &&
         a.isTransposed == b.isTransposed && a.isDiagonal == b.isDiagonal && !a.isScattered &&
         !b.isScattered;
}

/// Is it known that [a, a + aCount) and [b, b + bCount) have nothing in common?
bool areApart(const ExprRef& a, const ExprRef& aCount, const ExprRef& b, const ExprRef& bCount) {
  const auto aStart = a ? knownValue(a) : 0, bStart = b ? knownValue(b) : 0;
  const auto aSize = knownValue(aCount), bSize = knownValue(bCount);
  if (!aStart || !bStart)
    return false;
  return (aSize && *aStart + *aSize <= *bStart) || (bSize && *bStart + *bSize <= *aStart);
}

bool areApart(const Window& a, const Window& b) {
  return areApart(a.row, a.rows, b.row, b.rows) ||
         areApart(a.column, a.columns, b.column, b.columns);
}

bool isSameLayout(const Window& a, const Window& b) {
  if (a.layout == b.layout || !a.layout || !b.layout)
    return a.layout == b.layout;
  const Layout &x = *a.layout, &y = *b.layout;
  return isSameNumber(x.start, y.start) && isSameNumber(x.inner, y.inner) &&
         isSameNumber(x.outer, y.outer) && isSameNumber(x.rows, y.rows) &&
         isSameNumber(x.columns, y.columns) && x.isRowwise == y.isRowwise;
}

/// A position as one that is known when the program runs, if any, and one that is known now.
std::pair<ExprRef, std::int64_t> parted(const ExprRef& position) {
  if (const auto known = knownValue(position))
    return {nullptr, *known};
  const auto* sum = std::get_if<ir::Apply>(&position->node);
  const auto more = sum && sum->op == ir::Op::add ? knownValue(sum->args[1]) : std::nullopt;
  if (!more)
    return {position, 0};
  const auto [base, known] = parted(sum->args[0]);
  return {base, known + *more};
}

bool endsBefore(const Layout& a, const Layout& b) {
  const auto [aBase, aStart] = parted(a.start);
  const auto [bBase, bStart] = parted(b.start);
  const auto span = knownValue(a.span);
  if (isSameNumber(aBase, bBase) && span)
    return aStart + *span <= bStart;
  return !aBase && aStart == 0 &&
         isSameNumber(a.span, b.start); // the array's head and what follows it
}

/// Have two Maps of an array nothing in common?
bool areMappedApart(const Window& a, const Window& b) {
  return a.layout && b.layout &&
         (endsBefore(*a.layout, *b.layout) || endsBefore(*b.layout, *a.layout));
}

/// Two columns of a matrix, or two rows: they are the same one or have nothing in common.
bool areLines(const Window& a, const Window& b) {
  if (a.isTransposed != b.isTransposed || a.isScattered || b.isScattered || a.isDiagonal ||
      b.isDiagonal)
    return false;
  const auto isLine = [](const ExprRef& extent) { return extent && isOne(extent); };
  const bool haveSameRows = isSameNumber(a.row, b.row) && isSameNumber(a.rows, b.rows);
  const bool haveSameColumns =
      isSameNumber(a.column, b.column) && isSameNumber(a.columns, b.columns);
  return (haveSameRows && isLine(a.columns) && isLine(b.columns)) ||
         (haveSameColumns && isLine(a.rows) && isLine(b.rows));
}

enum class Overlap {
  none,
  aligned, // the same coefficients of the same matrix
  first,   // what is read must be computed before anything is written
  refused,
};

Overlap overlapOf(const MatrixExpr& target, const Window& written, const Window& read) {
  if (!mayOverlap(written.matrix, read.matrix))
    return Overlap::none;
  const bool isSameMatrix = ir::isSame(written.matrix, read.matrix);
  if (isSameMatrix &&
      (isSameLayout(written, read) ? areApart(written, read) : areMappedApart(written, read)))
    return Overlap::none;
  if (read.isEvaluated)
    return target.isNoAlias ? Overlap::refused : Overlap::first;
  if (!isSameLayout(written, read))
    return Overlap::refused;
  if (!isSameWindow(written, read))
    return areLines(written, read) ? Overlap::first : Overlap::refused;
  return isSameMatrix ? Overlap::aligned : Overlap::first;
}

Overlap overlapOf(const MatrixExpr& target, const MatrixExpr& value) {
  Overlap worst = Overlap::none;
  for (const Window& written : target.reads)
    for (const Window& read : value.reads)
      worst = std::max(worst, overlapOf(target, written, read));
  return worst;
}

std::vector<ExprRef> constructorArguments(const ir::Type& type, const MatrixExpr& shape) {
  if (type.rows == 1 || type.columns == 1)
    return {sizeOf(shape)};
  return {shape.rows, shape.columns};
}

/// A matrix of the shape with unspecified coefficients; null of a fixed size.
ExprRef unset(const ir::TypeRef& type, const MatrixExpr& shape, Location at) {
  return ir::hasFixedSize(*type) ? nullptr
                                 : ir::construct(type, constructorArguments(*type, shape), at);
}

ExprRef zeros(const ir::TypeRef& type, const MatrixExpr& shape, Location at) {
  if (ir::hasFixedSize(*type))
    return ir::construct(type, {}, at);
  std::vector<ExprRef> extents = constructorArguments(*type, shape);
  const char* list = extents.size() == 1 ? "::Zero($0)" : "::Zero($0, $1)";
  return ir::opaque(type->spelling + list, std::move(extents), type, at);
}

/// What a new matrix begins with, and whether that is its value already.
struct Start {
  ExprRef value;
  bool isAll;
};

Start startOf(const ir::TypeRef& type, const MatrixExpr& value, Location at) {
  if (value.whole && isSameInCpp(*value.whole->type, *type))
    return {ir::load(*value.whole, at), true};
  if (value.isZero || value.accumulate)
    return {zeros(type, value, at), value.isZero};
  return {unset(type, value, at), false};
}

/// Every coefficient, the target's own shape or the value's being known.
void assignCoefficients(Lowering& l, const MatrixExpr& target, const MatrixExpr& value, AssignOp op,
                        Location at) {
  MatrixExpr shape = target;
  shape.rows = better(l, target.rows, value.rows);
  shape.columns = better(l, target.columns, value.columns);
  forEachCoefficient(l, shape, at, [&](const ExprRef& i, const ExprRef& j) {
    const ExprRef number = value.coefficient(i, j);
    l.emit(ir::assign(target.place(i, j), op, converted(number, target.scalar), at));
  });
}

/// The coefficients of a matrix that begins with `start`.
void fill(Lowering& l, const ir::Place& matrix, const MatrixExpr& value, const Start& start,
          Location at) {
  if (start.isAll)
    return;
  MatrixExpr target = matrixAt(l, matrix, at);
  target.rows = value.rows;
  target.columns = value.columns;
  if (value.accumulate)
    value.accumulate(target, AssignOp::Add);
  else
    assignCoefficients(l, target, value, AssignOp::Set, at);
}

/// A vector that stands is assigned to one that lies, and the other way round.
MatrixExpr oriented(Lowering& l, MatrixExpr value, bool isRow, bool isColumn, Location at) {
  const bool isTurned = (isRow && !isColumn && isOne(value.columns) && !isOne(value.rows)) ||
                        (isColumn && !isRow && isOne(value.rows) && !isOne(value.columns));
  return isTurned ? transposed(l, std::move(value), at) : value;
}

MatrixExpr withFixedExtents(Lowering& l, MatrixExpr value) {
  value.rows = l.frozen(value.rows);
  value.columns = l.frozen(value.columns);
  return value;
}

/// The matrix takes the shape of the value.
void replaceWhole(Lowering& l, const ir::Place& matrix, const MatrixExpr& given, Location at) {
  const MatrixExpr value = withFixedExtents(l, given);
  const Start start = startOf(matrix.type, value, at);
  if (start.value)
    l.emit(ir::assign(matrix, AssignOp::Set, start.value, at));
  fill(l, matrix, value, start, at);
}

} // namespace

void declareMatrix(Lowering& l, const ir::Place& fresh, MatrixExpr value, Location at) {
  value = oriented(l, std::move(value), fresh.type->rows == 1, fresh.type->columns == 1, at);
  value = withFixedExtents(l, std::move(value));
  const Start start = startOf(fresh.type, value, at);
  l.emit(ir::declare(fresh.base, start.value, at));
  fill(l, fresh, value, start, at);
}

void assignMatrix(Lowering& l, const MatrixExpr& target, MatrixExpr value, AssignOp op,
                  SourceLocation where) {
  const Location at = toLocation(where);
  if (!target.place)
    l.notYet(where, "writing to this matrix expression", "write to a matrix, or to a block of one");
  for (const Window& written : target.reads)
    front::target(l, written.matrix, where);
  value = oriented(l, std::move(value), isOne(target.rows), isOne(target.columns), at);
  const Overlap overlap = overlapOf(target, value);
  if (overlap == Overlap::refused)
    l.notYet(where, "an assignment that reads other coefficients of the matrix it writes",
             "evaluate the right side first: '.eval()'");
  if (overlap == Overlap::first)
    value = materialised(l, value, "value", at);
  if (target.triangle)
    return assignTriangle(l, target, readable(l, std::move(value), at), op, at);
  const bool keepsShape = overlap == Overlap::aligned;
  if (op == AssignOp::Set && target.whole && !keepsShape)
    return replaceWhole(l, *target.whole, value, at);
  if (value.accumulate && op != AssignOp::Set)
    return value.accumulate(target, op);
  assignCoefficients(l, target, readable(l, std::move(value), at), op, at);
}

} // namespace treelize::front
