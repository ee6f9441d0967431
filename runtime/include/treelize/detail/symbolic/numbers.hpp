// sym_int, sym_float and sym_bool: numbers that are formulas. They calculate as plain numbers do,
// with PyTorch's operators (symbolic/methods.def): `/` is the exact quotient and gives a sym_float,
// floor_div and `%` round down, plain numbers on either side are taken as constants, and what
// PyTorch answers with NotImplemented does not compile. A comparison gives a sym_bool; asked for
// its truth
// (`if (n < 3)`), it is decided by its bounds or by a guard_scope, or throws undecided_error.
#pragma once

#include "treelize/detail/leaf_equal.hpp"
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

template <class T>
concept plain_integer = std::integral<T> && !std::same_as<T, bool>;

/// Throws overflow_error for what does not fit 64 bits.
template <plain_integer I>
expr constant_of(I value) {
  if (!std::in_range<std::int64_t>(value))
    throw overflow_error("the constant " + std::to_string(value) + " does not fit 64 bits");
  return rules::integer(static_cast<std::int64_t>(value));
}

class sym_int {
public:
  sym_int() : sym_int(0) {}
  template <plain_integer I>
  sym_int(I value) : expr_(constant_of(value)) {}
  explicit sym_int(expr e) : expr_(std::move(e)) {}

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

class sym_float {
public:
  sym_float() : sym_float(0.0) {}
  template <std::floating_point F>
  sym_float(F value) : expr_(rules::real(static_cast<double>(value))) {}
  template <plain_integer I>
  sym_float(I value) : expr_(rules::to_real(constant_of(value))) {}
  sym_float(const sym_int& value) : expr_(rules::to_real(value.expression())) {}
  explicit sym_float(expr e) : expr_(std::move(e)) {}

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

class sym_bool {
public:
  sym_bool() : sym_bool(false) {}
  template <std::same_as<bool> B>
  sym_bool(B value) : expr_(rules::boolean(value)) {}
  explicit sym_bool(expr e) : expr_(std::move(e)) {}

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

template <class T>
concept sym_number =
    std::same_as<T, sym_int> || std::same_as<T, sym_float> || std::same_as<T, sym_bool>;

/// Whether both are the same formula; `==` is the formula that says whether they have one value.
template <sym_number T>
bool same(const T& a, const T& b) {
  return a.expression() == b.expression();
}

// How booleans count beside numbers: as 0 and 1. A sym_bool is asked for its truth first.
namespace counting {
template <class T>
concept boolean = std::same_as<T, bool> || std::same_as<T, sym_bool>;
template <class T>
concept number = plain_integer<T> || std::floating_point<T> || sym_number<T> || boolean<T>;

template <class T>
auto count(const T& value) {
  if constexpr (boolean<T>)
    return sym_int(static_cast<bool>(value) ? 1 : 0);
  else
    return value;
}

template <class A, class B>
concept any_boolean =
    number<A> && number<B> && (sym_number<A> || sym_number<B>) && (boolean<A> || boolean<B>);
template <class A, class B>
concept plain_boolean =
    any_boolean<A, B> && !std::same_as<A, sym_bool> && !std::same_as<B, sym_bool>;
template <class A, class B>
concept plain_boolean_beside_float =
    plain_boolean<A, B> && (std::same_as<A, sym_float> || std::same_as<B, sym_float>);
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
  inline auto function(const sym_float& a) {                                                       \
    return detail::call<real_row::name, algebras::law>(a);                                         \
  }
#define TREELIZE_REAL_2(name, function, law)                                                       \
  inline auto function(const sym_float& a, const sym_float& b) {                                   \
    return detail::call<real_row::name, algebras::law>(a, b);                                      \
  }
#define TREELIZE_REAL_3(name, function, law)                                                       \
  inline auto function(const sym_float& a, const sym_float& b, const sym_float& c) {               \
    return detail::call<real_row::name, algebras::law>(a, b, c);                                   \
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
  inline result function(const operand& a) {                                                       \
    return result(rules::rule(a.expression()));                                                    \
  }
#define TREELIZE_SYMBOLIC_BINARY(method, function, operand, result, rule)                          \
  inline result function(const operand& a, const operand& b) {                                     \
    return result(rules::rule(a.expression(), b.expression()));                                    \
  }
#define TREELIZE_SYMBOLIC_COUNTS(method, function, which)                                          \
  template <class A, class B>                                                                      \
    requires counting::which<A, B>                                                                 \
  auto function(const A& a, const B& b) {                                                          \
    return function(counting::count(a), counting::count(b));                                       \
  }
#include "treelize/detail/symbolic/methods.def"

#define TREELIZE_ASSIGNING(sign)                                                                   \
  template <sym_number T, class U>                                                                 \
    requires requires(T a, const U& b) { a = a sign b; }                                           \
  T& operator sign##=(T & a, const U & b) {                                                        \
    return a = a sign b;                                                                           \
  }
TREELIZE_ASSIGNING(+)
TREELIZE_ASSIGNING(-)
TREELIZE_ASSIGNING(*)
TREELIZE_ASSIGNING(/)
TREELIZE_ASSIGNING(%)
#undef TREELIZE_ASSIGNING

/// One of two numbers of one type.
template <sym_number T>
T ite(const sym_bool& condition, const T& yes, const T& no) {
  return T(rules::choice(condition.expression(), yes.expression(), no.expression()));
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
template <treelize::symbolic::sym_number T>
struct treelize::detail::leaf_equal<T> {
  bool operator()(const T& a, const T& b) const { return same(a, b); }
};
