// Expressions of Eigen that make a matrix of others. Its own types say which: the result of `a + b`
// and of `a.cwiseProduct(b)` is a CwiseBinaryOp whose first argument is the operation.
#include "front/lower/calls/Calls.h"
#include "front/lower/eigen/MatrixExpr.h"
#include "front/lower/expressions/Expressions.h"
#include "front/lower/expressions/Places.h"
#include "front/lower/library/FunctionObject.h"
#include "front/lower/objects/Objects.h"
#include "front/lower/types/Specialization.h"

#include "clang/AST/DeclTemplate.h"

namespace treelize::front {

using namespace clang;
using ir::ExprRef;
using ir::Op;

namespace {

using Numbers = std::vector<ExprRef>;

/// Null for what is neither a double nor a float.
QualType plainReal(const ASTContext& ast, const ir::Type& type) {
  if (!type.is(ir::TypeKind::Real))
    return {};
  return type.real == ir::RealKind::Double  ? ast.DoubleTy
         : type.real == ir::RealKind::Float ? ast.FloatTy
                                            : QualType();
}

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

ExprRef signOf(Lowering& l, const Numbers& x, Location at) {
  const ExprRef a = plainNumber(l, x[0]), zero = numberLike(a->type, 0);
  const auto is = [&](Op op) { return ir::apply(op, {a, zero}, ir::boolType(), at); };
  const ExprRef notAbove = ir::select(is(Op::lt_), numberLike(a->type, -1), zero);
  return ir::select(is(Op::gt_), numberLike(a->type, 1), notAbove);
}

ExprRef logistic(Lowering&, const Numbers& x, Location at) {
  const ir::TypeRef& type = x[0]->type;
  const ExprRef decay = ir::apply(Op::exp, {ir::apply(Op::neg, {x[0]}, type, at)}, type, at),
                one = numberLike(type, 1);
  return ir::apply(Op::div, {one, ir::apply(Op::add, {one, decay}, type, at)}, type, at);
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
      {"scalar_hypot_op", applied<Op::hypot>}, {"scalar_sign_op", signOf},
      {"scalar_logistic_op", logistic},
  };
  return table;
}

/// scalar_sum_op<double> of CwiseBinaryOp<scalar_sum_op<double>, ...>; null where it is no
/// template.
const ClassTemplateSpecializationDecl*
operationType(const ClassTemplateSpecializationDecl* expression) {
  const TemplateArgument& first = expression->getTemplateArgs()[0];
  return first.getKind() == TemplateArgument::Type ? specializationOf(first.getAsType()) : nullptr;
}

std::string operationOf(const ClassTemplateSpecializationDecl* expression) {
  const ClassTemplateSpecializationDecl* operation = operationType(expression);
  return operation ? operation->getNameAsString() : "";
}

/// The numbers that a function of the user's makes of the coefficients.
MatrixExpr mapped(const EigenCall& call) {
  Lowering& l = call.l;
  std::vector<const Expr*> operands = call.operands();
  const Expr* function = operands.back();
  operands.pop_back();
  const FunctionObject object = functionObject(l, function, QualType());
  return coefficientwise(
      l, matricesOf(l, operands, call.where),
      [&l, object, where = call.where](const Numbers& x) {
        std::vector<Value> values;
        std::vector<QualType> types;
        for (const ExprRef& number : x) {
          values.push_back(plainNumber(l, number));
          types.push_back(plainReal(l.ast, *number->type));
        }
        const bool areKnown =
            std::ranges::none_of(types, [](QualType type) { return type.isNull(); });
        return loaded(l,
                      areKnown ? calledWith(l, object, values, types, where)
                               : called(l, object, std::move(values), where),
                      where);
      },
      call.at);
}

MatrixExpr withScalar(MatrixExpr e, const ir::TypeRef& scalar) {
  e.scalar = scalar;
  return e;
}

/// The coefficients as numbers of another type.
MatrixExpr cast(const EigenCall& call, const ir::TypeRef& to) {
  return withScalar(coefficientwise(
                        call.l, {matrixOf(call.l, call.object)},
                        [to](const Numbers& x) { return converted(x[0], to); }, call.at),
                    to);
}

MatrixExpr coefficientwiseCall(const EigenCall& call, const ClassTemplateSpecializationDecl* made) {
  const std::string operation = operationOf(made);
  if (call.name == "unaryExpr" || call.name == "binaryExpr")
    return mapped(call);
  if (operation == "scalar_cast_op")
    return cast(call, call.l.types.of(typeArgument(operationType(made), 1)));
  if (operation == "scalar_cmp_op")
    return compared(call);
  const auto rule = rules().find(operation);
  const std::size_t arity = made->getName() == "CwiseBinaryOp" ? 2 : 1;
  if (rule == rules().end())
    if (std::optional<MatrixExpr> known = mappedByBody(call))
      return *known;
  if (rule == rules().end() || call.operands().size() != arity)
    call.refuse();
  Lowering& l = call.l;
  return coefficientwise(
      l, operandsOf(call),
      [&l, rule = rule->second, at = call.at](const Numbers& x) { return rule(l, x, at); },
      call.at);
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
  const ir::VarId id = l.addLocal("cross", plainType(a), {.isStable = true}, call.at);
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
      result.push_back(constantMatrix(numberOf(call.l, operand, lowered.back().scalar),
                                      lowered[0].rows, lowered[0].columns));
    else
      call.refuse();
  }
  return result;
}

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

/// The first coefficients of a vector, divided by the last one.
static MatrixExpr projected(const EigenCall& call) {
  Lowering& l = call.l;
  MatrixExpr e = matrixOf(l, call.object);
  if (!isOne(e.rows) && !isOne(e.columns))
    call.refuse();
  if (!e.isCheap)
    e = materialised(l, e, "vector", call.at);
  const auto size = knownValue(sizeOf(e));
  const ExprRef last = size ? extentOf(*size - 1) : l.frozen(difference(l, sizeOf(e), extentOf(1)));
  const ExprRef scale = l.keep(vectorCoefficient(e, last), "scale");
  const ExprRef zero = extentOf(0), one = extentOf(1);
  const bool isRow = isOne(e.rows);
  const MatrixExpr head =
      blockOf(l, e, {zero, zero, isRow ? one : last, isRow ? last : one}, call.at);
  return coefficientwise(
      l, {head, constantMatrix(scale, head.rows, head.columns)},
      [&l, at = call.at](const Numbers& x) { return applied<Op::div>(l, x, at); }, call.at);
}

/// A vector with a one behind it.
static MatrixExpr homogeneous(const EigenCall& call) {
  Lowering& l = call.l;
  const MatrixExpr e = matrixOf(l, call.object);
  if (!isOne(e.rows) && !isOne(e.columns))
    call.refuse();
  const bool isRow = isOne(e.rows);
  const ExprRef zero = extentOf(0), one = extentOf(1), size = l.frozen(sizeOf(e)),
                longer = plus(l, size, one);
  MatrixExpr shape;
  shape.scalar = e.scalar;
  shape.rows = isRow ? one : longer;
  shape.columns = isRow ? longer : one;
  const ir::TypeRef type = plainType(shape);
  const ir::VarId id = l.addLocal("homogeneous", type, {}, call.at);
  l.emit(ir::declare(
      id, ir::hasFixedSize(*type) ? nullptr : ir::construct(type, {longer}, call.at), call.at));
  const MatrixExpr result = matrixAt(l, l.placeOf(id), call.at);
  assignMatrix(l, blockOf(l, result, {zero, zero, e.rows, e.columns}, call.at), e,
               ir::AssignOp::Set, call.where);
  const ir::Place last = isRow ? result.place(zero, size) : result.place(size, zero);
  l.emit(ir::assign(last, ir::AssignOp::Set, numberLike(e.scalar, 1), call.at));
  l.markStable(id);
  return result;
}

std::optional<MatrixExpr> matrixCall(const EigenCall& call) {
  if (std::optional<MatrixExpr> ofLines = vectorwiseCall(call))
    return ofLines;
  if (std::optional<MatrixExpr> view = viewCall(call))
    return view;
  if (call.object && call.name == "cross" && call.arguments.size() == 1)
    return crossProduct(call);
  if (call.object && (call.name == "normalized" || call.name == "stableNormalized"))
    return normalized(call.l, matrixOf(call.l, call.object), call.at);
  if (call.object && call.name == "hnormalized" && call.arguments.empty())
    return projected(call);
  if (call.object && call.name == "homogeneous" && call.arguments.empty())
    return homogeneous(call);
  if (std::optional<MatrixExpr> made = generatorCall(call))
    return made;
  if (std::optional<MatrixExpr> known = decompositionCall(call))
    return known;
  if (std::optional<MatrixExpr> inverse = inverseCall(call))
    return inverse;
  const ClassTemplateSpecializationDecl* made = specializationOf(call.expr->getType());
  const std::string kind = made ? made->getNameAsString() : "";
  if (kind == "CwiseBinaryOp" || kind == "CwiseUnaryOp" || kind == "CwiseTernaryOp")
    return coefficientwiseCall(call, made);
  if (kind == "Select")
    return selected(call);
  const bool isProduct = call.name == "operator*" || call.name == "lazyProduct";
  if (kind == "Product" && isProduct && call.operands().size() == 2) {
    const std::vector<MatrixExpr> sides = matricesOf(call.l, call.operands(), call.where);
    return productOf(call.l, sides[0], sides[1], call.at);
  }
  return std::nullopt;
}

} // namespace treelize::front
