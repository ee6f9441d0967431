// sym_int, sym_float and sym_bool: numbers that are formulas. They calculate as plain numbers do,
// with PyTorch's operators (symbolic/methods.def): `/` is the exact quotient and gives a sym_float,
// floor_div and `%` round down, plain numbers on either side are taken as constants, and what
// PyTorch answers with NotImplemented does not compile. A comparison gives a sym_bool; asked for
// its truth
// (`if (n < 3)`), it is decided by its bounds or by a guard_scope, or throws undecided_error.
#pragma once

#include "treelize/detail/leaf_equal.hpp"
#include "treelize/detail/raise.hpp"
#include "treelize/detail/symbolic/algebra.hpp"
#include "treelize/detail/symbolic/arithmetic.hpp"
#include "treelize/detail/symbolic/rules.hpp"

#include <concepts>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>

namespace treelize::symbolic {

class sym_bool;

template <class Number>
concept plain_integer = std::integral<Number> && !std::same_as<Number, bool>;

/// Throws overflow_error for what does not fit 64 bits.
template <plain_integer Integer>
expr constant_of(Integer value) {
  if (!std::in_range<std::int64_t>(value))
    treelize::detail::raise(
        overflow_error("the constant " + std::to_string(value) + " does not fit 64 bits"));
  return rules::integer(static_cast<std::int64_t>(value));
}

/// A formula of integers of 64 bits, and the bounds of its value. Throws overflow_error where a
/// constant does not fit, zero_division_error for a division by a constant zero, and
/// undecided_error where a plain number is asked for that is none, outside of every guard_scope.
class sym_int {
public:
  sym_int() : sym_int(0) {}
  template <plain_integer Integer>
  sym_int(Integer value) : expr_(constant_of(value)) {}
  explicit sym_int(expr formula) : expr_(std::move(formula)) {}

  /// Two symbols are the same if name and bounds are.
  static sym_int symbol(std::string_view name, bounds range = {}) {
    return sym_int(rules::symbol(type::integer, name, range));
  }

  const expr& expression() const { return expr_; }
  /// The plain number, if it is one.
  std::optional<std::int64_t> constant() const;
  bounds range() const { return expr_->range; }

  /// The plain number; of a formula, the value in the innermost guard_scope, which records that.
  explicit operator std::int64_t() const;
  explicit operator double() const;
  explicit operator bool() const;

private:
  expr expr_;
};

/// A formula of real numbers of double precision, and of integers where they occur in it.
class sym_float {
public:
  sym_float() : sym_float(0.0) {}
  template <std::floating_point Real>
  sym_float(Real value) : expr_(rules::real(static_cast<double>(value))) {}
  template <plain_integer Integer>
  sym_float(Integer value) : expr_(rules::to_real(constant_of(value))) {}
  sym_float(const sym_int& value) : expr_(rules::to_real(value.expression())) {}
  explicit sym_float(expr formula) : expr_(std::move(formula)) {}

  /// Two symbols are the same if their names are.
  static sym_float symbol(std::string_view name) {
    return sym_float(rules::symbol(type::real, name, {}));
  }

  const expr& expression() const { return expr_; }
  std::optional<double> constant() const;
  /// Whether the value has no fraction.
  inline sym_bool is_integer() const;

  explicit operator double() const;
  explicit operator std::int64_t() const; ///< towards zero
  explicit operator bool() const;

private:
  expr expr_;
};

/// A condition on symbolic numbers: decided at once where bounds decide it, otherwise a formula.
class sym_bool {
public:
  sym_bool() : sym_bool(false) {}
  template <std::same_as<bool> Right>
  sym_bool(Right value) : expr_(rules::boolean(value)) {}
  explicit sym_bool(expr formula) : expr_(std::move(formula)) {}

  static sym_bool symbol(std::string_view name) {
    return sym_bool(rules::symbol(type::boolean, name, {}));
  }

  const expr& expression() const { return expr_; }
  std::optional<bool> constant() const;

  /// Decided by bounds, or by the innermost guard_scope. Throws undecided_error if there is none.
  explicit operator bool() const;

private:
  expr expr_;
};

sym_bool sym_float::is_integer() const {
  return sym_bool(rules::is_integer(expr_));
}

template <class Number>
concept sym_number = std::same_as<Number, sym_int> || std::same_as<Number, sym_float> ||
                     std::same_as<Number, sym_bool>;

/// Whether both are the same formula; `==` is the formula that says whether they have one value.
template <sym_number Number>
bool same(const Number& left, const Number& right) {
  return left.expression() == right.expression();
}

// How booleans count beside numbers: as 0 and 1. A sym_bool is asked for its truth first.
namespace counting {
template <class Number>
concept boolean = std::same_as<Number, bool> || std::same_as<Number, sym_bool>;
template <class Number>
concept number =
    plain_integer<Number> || std::floating_point<Number> || sym_number<Number> || boolean<Number>;

template <class Number>
auto count(const Number& value) {
  if constexpr (boolean<Number>)
    return sym_int(static_cast<bool>(value) ? 1 : 0);
  else
    return value;
}

template <class Left, class Right>
concept any_boolean = number<Left> && number<Right> && (sym_number<Left> || sym_number<Right>) &&
                      (boolean<Left> || boolean<Right>);
template <class Left, class Right>
concept plain_boolean =
    any_boolean<Left, Right> && !std::same_as<Left, sym_bool> && !std::same_as<Right, sym_bool>;
template <class Left, class Right>
concept plain_boolean_beside_float =
    plain_boolean<Left, Right> && (std::same_as<Left, sym_float> || std::same_as<Right, sym_float>);
} // namespace counting

namespace detail {
template <real_row Row, const algebra& Law, class... Reals>
auto call(const Reals&... operands) {
  const expr all[] = {operands.expression()...};
  if constexpr (Law.rounding.has_value())
    return sym_int(rules::rounded(*Law.rounding, all[0]));
  else
    return sym_float(rules::real_operator(Row, all));
}
} // namespace detail

// The operators of operators.def on sym_float.
#define TREELIZE_REAL_1(name, function, law)                                                       \
  inline auto function(const sym_float& left) {                                                    \
    return detail::call<real_row::name, algebras::law>(left);                                      \
  }
#define TREELIZE_REAL_2(name, function, law)                                                       \
  inline auto function(const sym_float& left, const sym_float& right) {                            \
    return detail::call<real_row::name, algebras::law>(left, right);                               \
  }
#define TREELIZE_REAL_3(name, function, law)                                                       \
  inline auto function(const sym_float& left, const sym_float& right, const sym_float& third) {    \
    return detail::call<real_row::name, algebras::law>(left, right, third);                        \
  }
#define TREELIZE_SIGN(name, sign, arity, cost, domain, growth, symbolic, ...)                              \
  TREELIZE_REAL_##arity(name, operator sign, symbolic)
#define TREELIZE_FUNCTION(name, function, arity, cost, domain, growth, symbolic, ...)                      \
  TREELIZE_REAL_##arity(name, function, symbolic)
#include "treelize/detail/operators.def"
#undef TREELIZE_REAL_1
#undef TREELIZE_REAL_2
#undef TREELIZE_REAL_3

#define TREELIZE_SYMBOLIC_UNARY(method, function, operand, result, rule)                           \
  inline result function(const operand& left) {                                                    \
    return result(rules::rule(left.expression()));                                                 \
  }
#define TREELIZE_SYMBOLIC_BINARY(method, function, operand, result, rule)                          \
  inline result function(const operand& left, const operand& right) {                              \
    return result(rules::rule(left.expression(), right.expression()));                             \
  }
#define TREELIZE_SYMBOLIC_COUNTS(method, function, which)                                          \
  template <class Left, class Right>                                                               \
    requires counting::which<Left, Right>                                                          \
  auto function(const Left& left, const Right& right) {                                            \
    return function(counting::count(left), counting::count(right));                                \
  }
#include "treelize/detail/symbolic/methods.def"

#define TREELIZE_ASSIGNING(sign)                                                                   \
  template <sym_number Number, class Operand>                                                      \
    requires requires(Number left, const Operand& right) { left = left sign right; }               \
  Number& operator sign##=(Number & left, const Operand & right) {                                 \
    return left = left sign right;                                                                 \
  }
TREELIZE_ASSIGNING(+)
TREELIZE_ASSIGNING(-)
TREELIZE_ASSIGNING(*)
TREELIZE_ASSIGNING(/)
TREELIZE_ASSIGNING(%)
#undef TREELIZE_ASSIGNING

/// One of two numbers of one type.
template <sym_number Number>
Number ite(const sym_bool& condition, const Number& yes, const Number& no) {
  return Number(rules::choice(condition.expression(), yes.expression(), no.expression()));
}

/// All at once: adding one by one copies what is there for every term.
sym_int sum(std::span<const sym_int> terms);

/// Python's `**` on integers: an integer for a natural exponent, else a float. Asks for the
/// exponent's sign, as a condition does.
std::variant<sym_int, sym_float> power(const sym_int& base, const sym_int& exponent);

} // namespace treelize::symbolic

namespace treelize {
using symbolic::ceil_div;
using symbolic::floor_div;
using symbolic::ite;
using symbolic::power;
using symbolic::same;
using symbolic::sum;
using symbolic::sym_bool;
using symbolic::sym_float;
using symbolic::sym_int;
} // namespace treelize

/// Trees of formulas are equal if their formulas are the same.
template <treelize::symbolic::sym_number Number>
struct treelize::detail::leaf_equal<Number> {
  bool operator()(const Number& left, const Number& right) const { return same(left, right); }
};
