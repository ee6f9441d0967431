#include "front/lower/eigen/MatrixExpr.h"

#include "front/lower/expressions/Expressions.h"
#include "front/lower/expressions/Places.h"
#include "front/lower/types/MatrixType.h"
#include "ir/Literals.h"

namespace treelize::front {

using ir::ExprRef;
using ir::Op;
using Index = MatrixExpr::Index;

namespace {

ExprRef extentOfPlace(Lowering& l, const ir::Place& place, std::uint64_t known, bool isVector,
                      ir::Extent which, Location at) {
  if (known != 0)
    return extentOf(static_cast<std::int64_t>(known));
  return l.frozen(isVector ? ir::size(place, at) : ir::extent(place, which, at));
}

void mergeReads(MatrixExpr& to, const MatrixExpr& from) {
  to.reads.insert(to.reads.end(), from.reads.begin(), from.reads.end());
}

/// The part of a range that begins at `first` and has `count` positions.
void narrow(Lowering& l, ExprRef& start, ExprRef& size, const ExprRef& first,
            const ExprRef& count) {
  start = plus(l, start, first);
  size = count;
}

/// Of a matrix that is no longer whole.
void forgetShape(MatrixExpr& e) {
  e.whole.reset();
  if (e.triangle) // its coefficients outside are no places
    e.place = nullptr;
  e.triangle.reset();
  e.diagonal = nullptr;
}

MatrixExpr like(const MatrixExpr& e) {
  MatrixExpr result;
  result.scalar = e.scalar;
  result.rows = e.rows;
  result.columns = e.columns;
  return result;
}

} // namespace

ExprRef plus(Lowering& l, const ExprRef& a, const ExprRef& b) {
  if (!a || !b)
    return a ? a : b;
  const auto first = knownValue(a), second = knownValue(b);
  return first && second ? extentOf(*first + *second) : sum(l, a, b);
}

ExprRef scaled(const ExprRef& a, const ExprRef& b) {
  const auto first = knownValue(a), second = knownValue(b);
  if (first && second)
    return extentOf(*first * *second);
  if (first == 0 || second == 0)
    return extentOf(0);
  if (first == 1 || second == 1)
    return first == 1 ? b : a;
  return ir::apply(Op::mul, {converted(a, ir::offsetType()), converted(b, ir::offsetType())},
                   ir::offsetType());
}

ExprRef extentOf(std::int64_t value) {
  return ir::integer(value, ir::offsetType());
}

std::optional<std::int64_t> knownValue(const ExprRef& number) {
  constexpr std::int64_t most = 999'999'999;
  const std::optional<std::int64_t> value = number ? ir::literalOf(number) : std::nullopt;
  return value && *value >= 0 && *value <= most && ir::literalNumber(*number) ? value
                                                                              : std::nullopt;
}

ExprRef numberLike(const ir::TypeRef& scalar, int value) {
  return scalar->is(ir::TypeKind::Real) ? ir::real(value, scalar) : ir::integer(value, scalar);
}

bool isOne(const ExprRef& extent) {
  return knownValue(extent) == 1;
}

ExprRef better(Lowering& l, const ExprRef& a, const ExprRef& b) {
  if (knownValue(a) || knownValue(b))
    return knownValue(a) ? a : b;
  return l.isStable(a) ? a : b;
}

ExprRef sizeOf(const MatrixExpr& e) {
  const auto rows = knownValue(e.rows), columns = knownValue(e.columns);
  if (rows && columns)
    return extentOf(*rows * *columns);
  if (isOne(e.rows) || isOne(e.columns))
    return isOne(e.rows) ? e.columns : e.rows;
  return ir::apply(Op::mul, {e.rows, e.columns}, ir::offsetType());
}

void forEachBelow(Lowering& l, const ExprRef& extent, const char* counter, Location at,
                  const std::function<void(const ExprRef&)>& body) {
  if (isOne(extent))
    return body(extentOf(0));
  ir::For loop;
  loop.upper = l.frozen(extent);
  loop.lower = extentOf(0);
  loop.counter = l.addLocal(counter, ir::offsetType(), {.isStable = true}, at);
  loop.body = l.collectRepeated([&] { body(l.loadOf(loop.counter)); });
  l.emit({at, std::move(loop)});
}

void forEachCoefficient(Lowering& l, const MatrixExpr& shape, Location at,
                        const std::function<void(const ExprRef&, const ExprRef&)>& body) {
  // Eigen's matrices lie column by column.
  forEachBelow(l, shape.columns, "j", at, [&](const ExprRef& j) {
    forEachBelow(l, shape.rows, "i", at, [&](const ExprRef& i) { body(i, j); });
  });
}

MatrixExpr matrixAt(Lowering& l, const ir::Place& place, Location at) {
  const ir::Type& type = *place.type;
  const bool isColumn = type.columns == 1, isRow = type.rows == 1;
  MatrixExpr e;
  e.scalar = type.element;
  e.rows = extentOfPlace(l, place, type.rows, isColumn, ir::Extent::rows, at);
  e.columns = extentOfPlace(l, place, type.columns, isRow, ir::Extent::columns, at);
  e.reads = {{place, nullptr, nullptr, nullptr, nullptr}};
  e.place = [place, isColumn, isRow](Index i, Index j) {
    return isColumn ? ir::element(place, {i})
           : isRow  ? ir::element(place, {j})
                    : ir::element(place, {i, j});
  };
  e.coefficient = [at, whole = e.place](Index i, Index j) { return ir::load(whole(i, j), at); };
  e.isCheap = true;
  e.isRowwise = isRow;
  e.whole = place;
  return e;
}

MatrixExpr mappedMatrix(Lowering& l, const ir::Place& array, std::shared_ptr<const Layout> layout,
                        Location at) {
  MatrixExpr e;
  const bool isNumber = array.type->isScalar();
  e.scalar = isNumber ? array.type : array.type->element;
  e.rows = layout->rows;
  e.columns = layout->columns;
  Window& window = e.reads.emplace_back();
  window.matrix = array;
  window.layout = layout;
  e.place = [&l, array, layout, isNumber](Index i, Index j) {
    return isNumber ? array : elementAt(array, positionIn(l, *layout, i, j));
  };
  e.coefficient = [at, whole = e.place](Index i, Index j) { return ir::load(whole(i, j), at); };
  e.isCheap = e.isNamed = true;
  e.isRowwise = layout->isRowwise && !isOne(layout->columns);
  return e;
}

MatrixExpr constantMatrix(const ExprRef& value, const ExprRef& rows, const ExprRef& columns) {
  MatrixExpr e;
  e.scalar = value->type;
  e.rows = rows;
  e.columns = columns;
  e.coefficient = [value](Index, Index) { return value; };
  e.isCheap = true;
  e.isZero = ir::isZero(*value);
  return e;
}

MatrixExpr identityMatrix(const ir::TypeRef& scalar, const ExprRef& rows, const ExprRef& columns) {
  MatrixExpr e = constantMatrix(numberLike(scalar, 0), rows, columns);
  e.isZero = false;
  e.coefficient = [scalar](Index i, Index j) {
    return ir::select(ir::apply(Op::eq_, {i, j}, ir::boolType()), numberLike(scalar, 1),
                      numberLike(scalar, 0));
  };
  return e;
}

ExprRef vectorCoefficient(const MatrixExpr& vector, const ExprRef& index) {
  return isOne(vector.rows) ? vector.coefficient(extentOf(0), index)
                            : vector.coefficient(index, extentOf(0));
}

MatrixExpr transposed(Lowering& l, MatrixExpr e, Location at) {
  e = readable(l, std::move(e), at);
  std::swap(e.rows, e.columns);
  e.isRowwise = !e.isRowwise;
  forgetShape(e);
  for (Window& read : e.reads)
    read.isTransposed = !read.isTransposed;
  e.coefficient = [inner = e.coefficient](Index i, Index j) { return inner(j, i); };
  if (e.place)
    e.place = [inner = e.place](Index i, Index j) { return inner(j, i); };
  return e;
}

MatrixExpr blockOf(Lowering& l, MatrixExpr e, const Block& block, Location at) {
  e = readable(l, std::move(e), at);
  const bool hasAllRows = block.rows == e.rows, hasAllColumns = block.columns == e.columns;
  e.rows = block.rows;
  e.columns = block.columns;
  forgetShape(e);
  for (Window& read : e.reads) {
    read.isScattered = read.isScattered || read.isDiagonal;
    if (!hasAllRows)
      narrow(l, read.isTransposed ? read.column : read.row,
             read.isTransposed ? read.columns : read.rows, block.row, block.rows);
    if (!hasAllColumns)
      narrow(l, read.isTransposed ? read.row : read.column,
             read.isTransposed ? read.rows : read.columns, block.column, block.columns);
  }
  const auto shifted = [&l](const ExprRef& start, const ExprRef& index) {
    return plus(l, start, index);
  };
  e.coefficient = [=, inner = e.coefficient](Index i, Index j) {
    return inner(shifted(block.row, i), shifted(block.column, j));
  };
  if (e.place)
    e.place = [=, inner = e.place](Index i, Index j) {
      return inner(shifted(block.row, i), shifted(block.column, j));
    };
  return e;
}

MatrixExpr diagonalOf(Lowering& l, MatrixExpr e, Location at) {
  e = readable(l, std::move(e), at);
  const auto rows = knownValue(e.rows), columns = knownValue(e.columns);
  if (rows && columns)
    e.rows = extentOf(std::min(*rows, *columns));
  else // the lesser, whichever it is
    e.rows = l.keep(ir::apply(Op::min, {e.rows, e.columns}, ir::offsetType(), at), "diagonal");
  e.columns = extentOf(1);
  forgetShape(e);
  for (Window& read : e.reads)
    (read.isDiagonal ? read.isScattered : read.isDiagonal) = true;
  e.coefficient = [inner = e.coefficient](Index i, Index) { return inner(i, i); };
  if (e.place)
    e.place = [inner = e.place](Index i, Index) { return inner(i, i); };
  return e;
}

MatrixExpr reversed(Lowering& l, MatrixExpr e, bool isByRow, bool isByColumn, Location at) {
  e = readable(l, std::move(e), at);
  forgetShape(e);
  for (Window& read : e.reads)
    read.isScattered = true;
  const auto mirrored = [&l](const ExprRef& extent, const ExprRef& index) {
    if (isOne(extent))
      return index;
    const auto n = knownValue(extent), i = knownValue(index);
    if (n && i)
      return extentOf(*n - 1 - *i);
    return difference(l, n ? extentOf(*n - 1) : difference(l, extent, extentOf(1)), index);
  };
  const auto row = [=, rows = e.rows](Index i) { return isByRow ? mirrored(rows, i) : i; };
  const auto column = [=, columns = e.columns](Index j) {
    return isByColumn ? mirrored(columns, j) : j;
  };
  e.coefficient = [=, inner = e.coefficient](Index i, Index j) { return inner(row(i), column(j)); };
  if (e.place)
    e.place = [=, inner = e.place](Index i, Index j) { return inner(row(i), column(j)); };
  return e;
}

MatrixExpr replicated(Lowering& l, MatrixExpr e, const ExprRef& below, const ExprRef& beside) {
  e = readable(l, std::move(e), {});
  const auto original = [](const ExprRef& extent, const ExprRef& times, const ExprRef& index) {
    if (isOne(extent))
      return extentOf(0);
    return isOne(times) ? index : ir::apply(Op::mod_, {index, extent}, ir::offsetType());
  };
  e.coefficient = [=, inner = e.coefficient, rows = e.rows, columns = e.columns](Index i, Index j) {
    return inner(original(rows, below, i), original(columns, beside, j));
  };
  e.rows = scaled(e.rows, below);
  e.columns = scaled(e.columns, beside);
  forgetShape(e);
  e.place = nullptr;
  e.isNamed = false;
  for (Window& read : e.reads)
    read.isScattered = true;
  return e;
}

MatrixExpr coefficientwise(Lowering& l, std::vector<MatrixExpr> operands, const CoefficientFn& fn,
                           Location at) {
  for (MatrixExpr& operand : operands)
    operand = readable(l, std::move(operand), at);
  MatrixExpr result = like(operands[0]);
  for (const MatrixExpr& operand : operands) {
    result.rows = better(l, result.rows, operand.rows);
    result.columns = better(l, result.columns, operand.columns);
    mergeReads(result, operand);
  }
  result.coefficient = [operands, fn](Index i, Index j) {
    std::vector<ExprRef> numbers;
    for (const MatrixExpr& operand : operands)
      numbers.push_back(operand.coefficient(i, j));
    return fn(numbers);
  };
  return result;
}

ExprRef plainNumber(Lowering& l, ExprRef number, const char* name) {
  const bool isPlain = std::holds_alternative<ir::Literal>(number->node) ||
                       std::holds_alternative<ir::Load>(number->node);
  return isPlain ? number : l.keep(std::move(number), name);
}

ir::TypeRef plainType(const MatrixExpr& e) {
  return matrixType(e.scalar, static_cast<std::uint64_t>(knownValue(e.rows).value_or(0)),
                    static_cast<std::uint64_t>(knownValue(e.columns).value_or(0)));
}

MatrixExpr readable(Lowering& l, MatrixExpr e, Location at) {
  return e.coefficient ? e : materialised(l, e, "product", at);
}

MatrixExpr materialised(Lowering& l, const MatrixExpr& e, const std::string& name, Location at) {
  const ir::VarId id = l.addLocal(name, plainType(e), {.isStable = true}, at);
  MatrixExpr value = e;
  value.rows = l.frozen(e.rows);
  value.columns = l.frozen(e.columns);
  declareMatrix(l, l.placeOf(id), value, at);
  MatrixExpr result = matrixAt(l, l.placeOf(id), at);
  result.rows = value.rows;
  result.columns = value.columns;
  return result;
}

} // namespace treelize::front
