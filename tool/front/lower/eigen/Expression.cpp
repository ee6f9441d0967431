// Expressions of Eigen that make a matrix of others. Its own types say which: the result of `a + b`
// and of `a.cwiseProduct(b)` is a CwiseBinaryOp whose first argument is the operation.
#include "front/lower/eigen/MatrixExpr.h"
#include "front/lower/objects/Objects.h"

#include "clang/AST/DeclTemplate.h"

namespace treelize::front {

using namespace clang;
using ir::ExprRef;
using ir::Op;

namespace {

using Numbers = std::vector<ExprRef>;

/// The coefficients of the operands -> the coefficient of the result.
using Rule = ExprRef (*)(Lowering& l, const Numbers& x, Location at);

template <Op op>
ExprRef applied(Lowering&, const Numbers& x, Location at) {
  return ir::apply(op, x, x[0]->type, at);
}

ExprRef squared(Lowering& l, const Numbers& x, Location at) {
  const ExprRef a = plainNumber(l, x[0]);
  return ir::apply(Op::mul, {a, a}, a->type, at);
}

ExprRef cubed(Lowering& l, const Numbers& x, Location at) {
  const ExprRef a = plainNumber(l, x[0]);
  return ir::apply(Op::mul, {squared(l, {a}, at), a}, a->type, at);
}

ExprRef inverted(Lowering&, const Numbers& x, Location at) {
  return ir::apply(Op::div, {numberLike(x[0]->type, 1), x[0]}, x[0]->type, at);
}

ExprRef invertedRoot(Lowering& l, const Numbers& x, Location at) {
  return inverted(l, {ir::apply(Op::sqrt, {x[0]}, x[0]->type, at)}, at);
}

/// By the names that Eigen gives its operations.
const std::map<std::string, Rule>& rules() {
  static const std::map<std::string, Rule> table = {
      {"scalar_sum_op", applied<Op::add>},     {"scalar_difference_op", applied<Op::sub>},
      {"scalar_product_op", applied<Op::mul>}, {"scalar_quotient_op", applied<Op::div>},
      {"scalar_min_op", applied<Op::min>},     {"scalar_max_op", applied<Op::max>},
      {"scalar_pow_op", applied<Op::pow>},     {"scalar_opposite_op", applied<Op::neg>},
      {"scalar_abs_op", applied<Op::fabs>},    {"scalar_abs2_op", squared},
      {"scalar_square_op", squared},           {"scalar_cube_op", cubed},
      {"scalar_inverse_op", inverted},         {"scalar_rsqrt_op", invertedRoot},
      {"scalar_sqrt_op", applied<Op::sqrt>},   {"scalar_exp_op", applied<Op::exp>},
      {"scalar_expm1_op", applied<Op::expm1>}, {"scalar_log_op", applied<Op::log>},
      {"scalar_log1p_op", applied<Op::log1p>}, {"scalar_log10_op", applied<Op::log10>},
      {"scalar_log2_op", applied<Op::log2>},   {"scalar_sin_op", applied<Op::sin>},
      {"scalar_cos_op", applied<Op::cos>},     {"scalar_tan_op", applied<Op::tan>},
      {"scalar_asin_op", applied<Op::asin>},   {"scalar_acos_op", applied<Op::acos>},
      {"scalar_atan_op", applied<Op::atan>},   {"scalar_sinh_op", applied<Op::sinh>},
      {"scalar_cosh_op", applied<Op::cosh>},   {"scalar_tanh_op", applied<Op::tanh>},
      {"scalar_asinh_op", applied<Op::asinh>}, {"scalar_acosh_op", applied<Op::acosh>},
      {"scalar_atanh_op", applied<Op::atanh>}, {"scalar_floor_op", applied<Op::floor>},
      {"scalar_ceil_op", applied<Op::ceil>},   {"scalar_erf_op", applied<Op::erf>},
      {"scalar_erfc_op", applied<Op::erfc>},   {"scalar_lgamma_op", applied<Op::lgamma>},
  };
  return table;
}

const ClassTemplateSpecializationDecl* asTemplate(QualType type) {
  return dyn_cast_or_null<ClassTemplateSpecializationDecl>(
      type.getNonReferenceType()->getAsCXXRecordDecl());
}

/// `scalar_sum_op` of CwiseBinaryOp<scalar_sum_op<double>, ...>
std::string operationOf(const ClassTemplateSpecializationDecl* expression) {
  const TemplateArgument& first = expression->getTemplateArgs()[0];
  const auto* operation =
      first.getKind() == TemplateArgument::Type ? asTemplate(first.getAsType()) : nullptr;
  return operation ? operation->getNameAsString() : "";
}

/// The matrices among the operands, and of a number a matrix of the others' shape.
std::vector<MatrixExpr> operandsOf(const EigenCall& call) {
  std::vector<const Expr*> matrices;
  for (const Expr* operand : call.operands())
    if (isMatrixLike(operand->getType()))
      matrices.push_back(operand);
  std::vector<MatrixExpr> lowered = matricesOf(call.l, matrices, call.where);
  if (lowered.empty())
    call.refuse();
  std::vector<MatrixExpr> result;
  std::size_t next = 0;
  for (const Expr* operand : call.operands()) {
    if (isMatrixLike(operand->getType()))
      result.push_back(lowered[next++]);
    else if (operand->getType()->isArithmeticType())
      result.push_back(constantMatrix(numberOf(call.l, operand, lowered[0].scalar), lowered[0].rows,
                                      lowered[0].columns));
    else
      call.refuse();
  }
  return result;
}

MatrixExpr coefficientwiseCall(const EigenCall& call, const std::string& operation) {
  const auto rule = rules().find(operation);
  if (rule == rules().end())
    call.refuse();
  Lowering& l = call.l;
  return coefficientwise(
      l, operandsOf(call),
      [&l, rule = rule->second, at = call.at](const Numbers& x) { return rule(l, x, at); },
      call.at);
}

/// T::Zero(n), T::Constant(rows, columns, value), T::Identity()
MatrixExpr generated(const EigenCall& call, const ir::TypeRef& type) {
  Lowering& l = call.l;
  std::vector<const Expr*> arguments = call.arguments;
  const bool isConstant = call.name == "Constant";
  ExprRef value = numberLike(type->element, call.name == "Ones" ? 1 : 0);
  if (isConstant) {
    value = numberOf(l, arguments.back(), type->element);
    arguments.pop_back();
  }
  ExprRef rows = extentOf(static_cast<std::int64_t>(type->rows)),
          columns = extentOf(static_cast<std::int64_t>(type->columns));
  if (arguments.size() == 1)
    (type->rows == 1 ? columns : rows) = indexOf(l, arguments[0]);
  if (arguments.size() == 2) {
    rows = indexOf(l, arguments[0]);
    columns = indexOf(l, arguments[1]);
  }
  if (call.name == "Identity")
    return identityMatrix(type->element, rows, columns);
  if (!isConstant && call.name != "Zero" && call.name != "Ones")
    call.refuse();
  return constantMatrix(value, rows, columns);
}

/// Vector3d::UnitX()
std::optional<MatrixExpr> unitVector(const EigenCall& call) {
  static const std::map<std::string, int> units = {
      {"UnitX", 0}, {"UnitY", 1}, {"UnitZ", 2}, {"UnitW", 3}};
  const auto axis = units.find(call.name);
  const auto* method = dyn_cast<CXXMethodDecl>(call.callee);
  const auto* base =
      method ? dyn_cast<ClassTemplateSpecializationDecl>(method->getParent()) : nullptr;
  if (axis == units.end() || !base)
    return std::nullopt;
  const ir::TypeRef type = call.l.types.of(base->getTemplateArgs()[0].getAsType());
  if (!type->is(ir::TypeKind::Matrix) || !ir::hasFixedSize(*type))
    call.refuse();
  MatrixExpr result =
      constantMatrix(numberLike(type->element, 0), extentOf(static_cast<std::int64_t>(type->rows)),
                     extentOf(static_cast<std::int64_t>(type->columns)));
  result.isZero = false;
  result.coefficient = [axis = axis->second, type](MatrixExpr::Index i, MatrixExpr::Index j) {
    const ExprRef isThis =
        ir::apply(Op::eq_, {type->rows == 1 ? j : i, extentOf(axis)}, ir::boolType());
    return ir::select(isThis, numberLike(type->element, 1), numberLike(type->element, 0));
  };
  return result;
}

/// Each coefficient from the two that it has nothing to do with.
MatrixExpr crossProduct(const EigenCall& call) {
  Lowering& l = call.l;
  std::vector<MatrixExpr> sides = matricesOf(l, call.operands(), call.where);
  for (MatrixExpr& side : sides)
    if (!side.isCheap)
      side = materialised(l, side, "factor", call.at);
  const MatrixExpr &a = sides[0], &b = sides[1];
  if (knownValue(sizeOf(a)).value_or(3) != 3)
    call.refuse();
  const ir::VarId id = l.addLocal("cross", plainType(l, a), {.isStable = true}, call.at);
  l.emit(ir::declare(id,
                     ir::hasFixedSize(*l.kernel[id].type)
                         ? nullptr
                         : ir::construct(l.kernel[id].type, {extentOf(3)}),
                     call.at));
  const MatrixExpr result = matrixAt(l, l.placeOf(id), call.at);
  const auto product = [&](int i, int j) {
    const ExprRef x = vectorCoefficient(a, extentOf(i)), y = vectorCoefficient(b, extentOf(j));
    return ir::apply(Op::mul, {x, y}, a.scalar, call.at);
  };
  for (int i = 0; i < 3; ++i) {
    const int j = (i + 1) % 3, k = (i + 2) % 3;
    ExprRef value = ir::apply(Op::sub, {product(j, k), product(k, j)}, a.scalar, call.at);
    const ir::Place to = isOne(result.rows) ? result.place(extentOf(0), extentOf(i))
                                            : result.place(extentOf(i), extentOf(0));
    l.emit(ir::assign(to, ir::AssignOp::Set, std::move(value), call.at));
  }
  return result;
}

} // namespace

MatrixExpr normalized(Lowering& l, MatrixExpr e, Location at) {
  if (!e.isCheap)
    e = materialised(l, e, "vector", at);
  const ExprRef square = l.keep(squaredNorm(l, e, at), "square");
  const ExprRef isNonzero =
      ir::apply(Op::gt_, {square, numberLike(e.scalar, 0)}, ir::boolType(), at);
  const ExprRef root = ir::apply(Op::sqrt, {square}, e.scalar, at);
  const ExprRef norm = l.keep(ir::select(isNonzero, root, numberLike(e.scalar, 1)), "norm");
  return coefficientwise(
      l, {e, constantMatrix(norm, e.rows, e.columns)},
      [&l, at](const Numbers& x) { return applied<Op::div>(l, x, at); }, at);
}

std::optional<MatrixExpr> matrixCall(const EigenCall& call) {
  if (std::optional<MatrixExpr> view = viewCall(call))
    return view;
  if (call.object && call.name == "cross" && call.arguments.size() == 1)
    return crossProduct(call);
  if (call.object && call.name == "normalized")
    return normalized(call.l, matrixOf(call.l, call.object), call.at);
  if (std::optional<MatrixExpr> unit = unitVector(call))
    return unit;
  if (std::optional<MatrixExpr> inverse = inverseCall(call))
    return inverse;
  const ClassTemplateSpecializationDecl* made = asTemplate(call.expr->getType());
  const std::string kind = made ? made->getNameAsString() : "";
  if (kind == "CwiseBinaryOp" || kind == "CwiseUnaryOp")
    return coefficientwiseCall(call, operationOf(made));
  if (kind == "CwiseNullaryOp" && !call.object)
    return generated(call, call.l.types.of(made->getTemplateArgs()[1].getAsType()));
  if (kind == "Product" && call.name == "operator*" && call.operands().size() == 2) {
    const std::vector<MatrixExpr> sides = matricesOf(call.l, call.operands(), call.where);
    return productOf(call.l, sides[0], sides[1], call.at);
  }
  return std::nullopt;
}

} // namespace treelize::front
