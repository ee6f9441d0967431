#include "grad/rules/Value.h"

#include "ir/Intrinsics.h"
#include "ir/Literals.h"
#include "ir/Operators.h"

#include <cassert>
#include <cmath>
#include <cstdlib>

namespace treelize::grad {

using namespace ir;

std::optional<double> numberOf(const ExprRef& expr) {
  if (!expr->type->is(TypeKind::Real))
    return std::nullopt;
  const std::optional<long double> number = literalNumber(*expr);
  const bool vanishes = number && *number != 0 && static_cast<double>(*number) == 0;
  return number && !vanishes ? std::optional(static_cast<double>(*number)) : std::nullopt;
}

namespace {

const TypeRef& commonType(const Value& a, const Value& b) {
  static const TypeRef fallback = doubleType();
  if (!a.isNumber() && !b.isNumber())
    return a.raw()->type->bits >= b.raw()->type->bits ? a.raw()->type : b.raw()->type;
  return !a.isNumber() ? a.raw()->type : !b.isNumber() ? b.raw()->type : fallback;
}

/// So many multiplications cost less than std::pow; each rounds once more.
constexpr int mostFactors = 6;

/// A number to the power of a small whole number, as a product.
std::optional<Value> powerAsProduct(const Value& a, const Value& b) {
  if (b.isNumber(1))
    return a;
  for (int exponent = 2; a.isSimple() && exponent <= mostFactors; ++exponent)
    if (b.isNumber(exponent)) {
      Value product = a * a;
      for (int i = 2; i < exponent; ++i)
        product = product * a;
      return product;
    }
  return std::nullopt;
}

/// The slope of such a power by its base, without the power itself.
std::optional<Value> powerSlopeAsProduct(const Value& a, const Value& b) {
  if (b.isNumber(0))
    return 0.0;
  const std::optional<Value> lower = b.isNumber() ? powerAsProduct(a, b - 1.0) : std::nullopt;
  return lower ? std::optional(b * *lower) : std::nullopt;
}

Value binary(Op op, const Value& a, const Value& b, std::optional<TypeRef> type = {}) {
  if (op == Op::pow)
    if (const std::optional<Value> product = powerAsProduct(a, b))
      return *product;
  const TypeRef& common = commonType(a, b);
  return apply(op, {a.expr(common), b.expr(common)}, type.value_or(common));
}

Value stripSign(const Value& a) {
  return std::get<Apply>(a.raw()->node).args[0];
}

/// A choice between zero and something scales by scaling the something.
const Select* zeroOrOther(const Value& a) {
  if (a.isNumber())
    return nullptr;
  const auto* choice = std::get_if<Select>(&a.raw()->node);
  if (!choice)
    return nullptr;
  auto isPlain = [](const ExprRef& e) {
    if (std::holds_alternative<Select>(e->node))
      return true;
    std::optional<double> n = numberOf(e);
    return n && (*n == 0 || *n == 1 || *n == -1);
  };
  return isPlain(choice->ifTrue) && isPlain(choice->ifFalse) ? choice : nullptr;
}

} // namespace

Value plain(const ExprRef& expr) {
  if (const std::optional<double> number = numberOf(expr))
    return *number;
  return expr;
}

bool isChoiceOfNumbers(const Value& value) {
  const auto* choice = value.isNumber() ? nullptr : std::get_if<Select>(&value.raw()->node);
  return value.isNumber() || (choice && isChoiceOfNumbers(plain(choice->ifTrue)) &&
                              isChoiceOfNumbers(plain(choice->ifFalse)));
}

bool isInverse(const Value& value) {
  if (value.isNumber())
    return false;
  const auto* e = std::get_if<Apply>(&value.raw()->node);
  return e && (e->op == Op::neg ? isInverse(e->args[0])
                                : e->op == Op::div && numberOf(e->args[0]).has_value());
}

bool isZeroOrSimple(const Value& value) {
  const auto* choice = value.isNumber() ? nullptr : std::get_if<Select>(&value.raw()->node);
  if (!choice)
    return false;
  const Value yes = plain(choice->ifTrue), no = plain(choice->ifFalse);
  const auto isOther = [](const Value& arm) { return arm.isSimple() || isZeroOrSimple(arm); };
  return (yes.isNumber(0) && isOther(no)) || (no.isNumber(0) && isOther(yes));
}

bool Value::isNegated() const {
  if (isNumber())
    return *number < 0;
  const auto* e = std::get_if<Apply>(&tree->node);
  return e && e->op == Op::neg;
}

bool Value::isSimple() const {
  if (isNumber())
    return true;
  const Expr* e = tree.get();
  if (isNegated())
    e = std::get<Apply>(e->node).args[0].get();
  return std::holds_alternative<Load>(e->node) || std::holds_alternative<Literal>(e->node);
}

ExprRef Value::expr(const TypeRef& type) const {
  return number ? real(*number, type) : tree;
}

Value operator-(const Value& a) {
  if (a.isNumber())
    return -a.constant();
  if (a.isNegated())
    return stripSign(a);
  if (const Select* choice = zeroOrOther(a))
    return select(choice->condition, -plain(choice->ifTrue), -plain(choice->ifFalse));
  return apply(Op::neg, {a.raw()}, a.raw()->type);
}

Value operator+(const Value& a, const Value& b) {
  if (a.isNumber(0))
    return b;
  if (b.isNumber(0))
    return a;
  if (a.isNumber() && b.isNumber())
    return a.constant() + b.constant();
  if (b.isNegated())
    return a - -b;
  return binary(Op::add, a, b);
}

Value operator-(const Value& a, const Value& b) {
  if (b.isNumber(0))
    return a;
  if (a.isNumber(0))
    return -b;
  if (a.isNumber() && b.isNumber())
    return a.constant() - b.constant();
  if (b.isNegated())
    return a + -b;
  return binary(Op::sub, a, b);
}

Value operator*(const Value& a, const Value& b) {
  if (a.isNumber(0) || b.isNumber(0))
    return 0.0;
  if (a.isNumber(1))
    return b;
  if (b.isNumber(1))
    return a;
  if (a.isNumber() && b.isNumber())
    return a.constant() * b.constant();
  if (a.isNegated())
    return -(-a * b);
  if (b.isNegated())
    return -(a * -b);
  if (const Select* choice = zeroOrOther(a); choice && b.isSimple())
    return select(choice->condition, plain(choice->ifTrue) * b, plain(choice->ifFalse) * b);
  if (const Select* choice = zeroOrOther(b); choice && a.isSimple())
    return select(choice->condition, plain(choice->ifTrue) * a, plain(choice->ifFalse) * a);
  // `w * (1 / x)` is written `w / x`.
  if (const auto* inverse = b.isNumber() ? nullptr : std::get_if<Apply>(&b.raw()->node);
      inverse && inverse->op == Op::div && numberOf(inverse->args[0]) == 1.0)
    return a / plain(inverse->args[1]);
  if (const auto* inverse = a.isNumber() ? nullptr : std::get_if<Apply>(&a.raw()->node);
      inverse && inverse->op == Op::div && numberOf(inverse->args[0]) == 1.0)
    return b / plain(inverse->args[1]);
  return binary(Op::mul, a, b);
}

Value operator/(const Value& a, const Value& b) {
  if (a.isNumber(0))
    return 0.0;
  if (b.isNumber(1))
    return a;
  if (a.isNumber() && b.isNumber())
    return a.constant() / b.constant();
  if (a.isNegated() && !a.isNumber())
    return -(-a / b);
  return binary(Op::div, a, b);
}

Value operator<(const Value& a, const Value& b) {
  bool isKnown = a.isNumber() && b.isNumber();
  return isKnown ? Value(a.constant() < b.constant()) : binary(Op::lt_, a, b, boolType());
}
Value operator>(const Value& a, const Value& b) {
  return b < a;
}
Value operator==(const Value& a, const Value& b) {
  bool isKnown = a.isNumber() && b.isNumber();
  return isKnown ? Value(a.constant() == b.constant()) : binary(Op::eq_, a, b, boolType());
}

Value select(const Value& condition, const Value& yes, const Value& no) {
  if (condition.isNumber())
    return condition.constant() != 0 ? yes : no;
  if (yes.isNumber() && no.isNumber() && yes.constant() == no.constant())
    return yes;
  const TypeRef& common = commonType(yes, no);
  return ir::select(condition.raw(), yes.expr(common), no.expr(common));
}

namespace {

Value ternary(Op op, const Value& x, const Value& y, const Value& z) {
  const TypeRef type = z.isNumber() ? commonType(x, y) : z.raw()->type;
  return apply(op, {x.expr(type), y.expr(type), z.expr(type)}, type);
}

/// No partial derivative: the row has fewer operands.
constexpr double _ = 0.0;

/// That by an order, which is a constant.
constexpr double unknown = 0.0;

// The functions that partial derivatives call, from the table itself.
#define TREELIZE_OPERATOR(name, ...)                                                               \
  [[maybe_unused]] Value name(const Value& x) {                                                    \
    if (Op::name == Op::fabs && x.isNumber())                                                      \
      return std::fabs(x.constant());                                                              \
    return apply(Op::name, {x.expr(doubleType())}, x.isNumber() ? doubleType() : x.raw()->type);   \
  }                                                                                                \
  [[maybe_unused]] Value name(const Value& x, const Value& y) {                                    \
    return binary(Op::name, x, y);                                                                 \
  }                                                                                                \
  [[maybe_unused]] Value name(const Value& x, const Value& y, const Value& z) {                    \
    return ternary(Op::name, x, y, z);                                                             \
  }
#include "treelize/detail/operators.def"

/// A function of the runtime.
Value slope(Intrinsic row, const std::vector<Value>& operands) {
  TypeRef type = doubleType();
  for (const Value& x : operands)
    type = x.isNumber() ? type : x.raw()->type;
  std::vector<ExprRef> args;
  for (const Value& x : operands)
    args.push_back(x.expr(type));
  return intrinsic(row, std::move(args), type);
}

#define TREELIZE_PASSIVE_OPERATOR(...)
#define TREELIZE_GUARD(...)
#define TREELIZE_DERIVED(name, ...)                                                                \
  [[maybe_unused]] Value name(const Value& x) {                                                    \
    const TypeRef type = x.isNumber() ? doubleType() : x.raw()->type;                              \
    return apply(Op::name##_, {x.expr(type)}, type);                                               \
  }
#include "ir/Operators.def"
#define TREELIZE_SLOPE_1(name) // is an operator
#define TREELIZE_SLOPE_2(name)                                                                     \
  [[maybe_unused]] Value name(const Value& x, const Value& y) {                                    \
    return slope(Intrinsic::name, {x, y});                                                         \
  }
#define TREELIZE_SLOPE_3(name)                                                                     \
  [[maybe_unused]] Value name(const Value& x, const Value& y, const Value& z) {                    \
    return slope(Intrinsic::name, {x, y, z});                                                      \
  }
#include "treelize/detail/slopes.def"

std::vector<Value> rowOf(Op op, const Value& a, const Value& b, const Value& c, const Value& r) {
  (void)c;
  switch (op) {
#define TREELIZE_OPERATOR(name, spelling, arity, cost, domain, growth, symbolic, d1, d2, d3)       \
  case Op::name:                                                                                   \
    return {d1, d2, d3};
#include "treelize/detail/operators.def"
  case Op::where_seeded_:
  case Op::known_:
    return {0.0, 1.0};
#define TREELIZE_PASSIVE_OPERATOR(...)
#define TREELIZE_GUARD(...)
#define TREELIZE_DERIVED(name, spelling, d1)                                                       \
  case Op::name##_:                                                                                \
    return {d1};
#include "ir/Operators.def"
  default:
    return {};
  }
}

} // namespace

Value exponentOf(const ExprRef& expr) {
  const auto* e = std::get_if<Apply>(&expr->node);
  const std::optional<double> number = e && e->op == Op::neg ? numberOf(e->args[0]) : std::nullopt;
  return number ? Value(-*number) : plain(expr);
}

std::vector<Value> partials(Op op, const std::vector<ExprRef>& args, const ExprRef& result) {
  auto operand = [&](std::size_t i) { return i < args.size() ? plain(args[i]) : Value(0.0); };
  const Value second = op == Op::pow ? exponentOf(args[1]) : operand(1);
  std::vector<Value> row = rowOf(op, operand(0), second, operand(2), result);
  assert(row.size() >= args.size() && "a differentiable operator");
  row.resize(args.size(), Value(0.0));
  if (op == Op::pow)
    row[0] = powerSlopeAsProduct(operand(0), second).value_or(row[0]);
  return row;
}

Value power(const Value& a, const Value& b) {
  return binary(Op::pow, a, b);
}

} // namespace treelize::grad
