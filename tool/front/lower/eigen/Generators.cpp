// Matrices that are made of numbers: all zero, all the same, an identity, equal steps, a unit
// vector.
#include "front/lower/eigen/MatrixExpr.h"
#include "front/lower/expressions/Expressions.h"
#include "front/lower/types/Specialization.h"

#include "clang/AST/DeclTemplate.h"

namespace treelize::front {

using namespace clang;
using ir::ExprRef;
using ir::Op;
using Index = MatrixExpr::Index;

namespace {

ExprRef isEqual(const ExprRef& a, const ExprRef& b) {
  return ir::apply(Op::eq_, {a, b}, ir::boolType());
}

MatrixExpr unitVector(MatrixExpr shape, const ExprRef& axis) {
  shape.isZero = false;
  shape.coefficient = [axis, scalar = shape.scalar, isRow = isOne(shape.rows)](Index i, Index j) {
    return ir::select(isEqual(isRow ? j : i, axis), numberLike(scalar, 1), numberLike(scalar, 0));
  };
  return shape;
}

/// From one number to another in equal steps; a single one is the last.
MatrixExpr equalSteps(Lowering& l, MatrixExpr shape, const ExprRef& first, const ExprRef& last,
                      Location at) {
  const ir::TypeRef& scalar = shape.scalar;
  const auto applied = [&](Op op, const ExprRef& a, const ExprRef& b) {
    return ir::apply(op, {a, b}, scalar, at);
  };
  const ExprRef size = sizeOf(shape);
  const ExprRef intervals = converted(
      ir::apply(Op::max, {difference(l, size, extentOf(1)), extentOf(1)}, ir::offsetType()),
      scalar);
  const ExprRef step = l.keep(applied(Op::div, applied(Op::sub, last, first), intervals), "step");
  const ExprRef start =
      plainNumber(l, ir::select(isEqual(size, extentOf(1)), last, first), "start");
  shape.isZero = false;
  shape.coefficient = [=, isRow = isOne(shape.rows)](Index i, Index j) {
    const ExprRef way = ir::apply(Op::mul, {converted(isRow ? j : i, scalar), step}, scalar, at);
    return ir::apply(Op::add, {start, way}, scalar, at);
  };
  return shape;
}

/// The shape that the type of a matrix says as far as it does.
MatrixExpr shapeOf(const ir::Type& type) {
  MatrixExpr shape =
      constantMatrix(numberLike(type.element, 0), extentOf(static_cast<std::int64_t>(type.rows)),
                     extentOf(static_cast<std::int64_t>(type.columns)));
  return shape;
}

/// The plain type behind a static function of a matrix class.
ir::TypeRef plainTypeOf(const EigenCall& call) {
  const auto* method = dyn_cast<CXXMethodDecl>(call.callee);
  const auto* base =
      method ? dyn_cast<ClassTemplateSpecializationDecl>(method->getParent()) : nullptr;
  const ir::TypeRef type = base ? call.l.types.of(typeArgument(base, 0)) : nullptr;
  if (!type || !type->is(ir::TypeKind::Matrix))
    call.refuse();
  return type;
}

const std::map<std::string, std::size_t>& generators() {
  static const std::map<std::string, std::size_t> numbers = {
      {"Zero", 0}, {"Ones", 0}, {"Identity", 0}, {"Constant", 1}, {"LinSpaced", 2}, {"Unit", 1}};
  return numbers;
}

} // namespace

MatrixExpr generatedMatrix(const EigenCall& call, const std::string& generator,
                           const MatrixExpr& like) {
  Lowering& l = call.l;
  const std::size_t count = generators().at(generator);
  if (call.arguments.size() < count || call.arguments.size() > count + 2)
    call.refuse();
  const auto values = call.arguments.end() - static_cast<std::ptrdiff_t>(count);
  std::vector<ExprRef> extents;
  for (auto argument = call.arguments.begin(); argument != values; ++argument)
    extents.push_back(indexOf(l, *argument));
  ExprRef rows = like.rows, columns = like.columns;
  if (extents.size() == 1)
    (isOne(rows) && !isOne(columns) ? columns : rows) = extents[0];
  if (extents.size() == 2) {
    rows = extents[0];
    columns = extents[1];
  }
  const MatrixExpr zero = constantMatrix(numberLike(like.scalar, 0), rows, columns);
  if (generator == "Zero")
    return zero;
  if (generator == "Identity")
    return identityMatrix(like.scalar, rows, columns);
  if (generator == "Unit")
    return unitVector(zero, indexOf(l, *values));
  const ExprRef first =
      generator == "Ones" ? numberLike(like.scalar, 1) : numberOf(l, *values, like.scalar);
  if (generator == "LinSpaced")
    return equalSteps(l, zero, first, numberOf(l, *std::next(values), like.scalar), call.at);
  return constantMatrix(first, rows, columns);
}

std::optional<MatrixExpr> generatorCall(const EigenCall& call) {
  static const std::map<std::string, int> axes = {
      {"UnitX", 0}, {"UnitY", 1}, {"UnitZ", 2}, {"UnitW", 3}};
  const auto* method = dyn_cast<CXXMethodDecl>(call.callee);
  if (call.object || !method || !method->isStatic())
    return std::nullopt;
  if (const auto axis = axes.find(call.name); axis != axes.end())
    return unitVector(shapeOf(*plainTypeOf(call)), extentOf(axis->second));
  if (!generators().contains(call.name))
    return std::nullopt;
  return generatedMatrix(call, call.name, shapeOf(*plainTypeOf(call)));
}

} // namespace treelize::front
