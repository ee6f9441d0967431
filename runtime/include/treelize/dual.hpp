// dual<T>: a number with its derivative, forward mode while the program runs. It calculates with
// the operators and functions of operators.def and their partial derivatives, the same that the
// generator uses. dual<dual<double>> gives second derivatives.
//
//   derivative([](auto x) { return x * sin(x); }, 2.0)
//
// A function is found by its name alone, `sin(x)`: a generic function writes `using std::sin;`
// first.
#pragma once

#include "treelize/detail/cpp20.hpp"

#include "treelize/detail/math.hpp"

#include <algorithm>
#include <cmath>
#include <concepts>
#include <limits>
#include <type_traits>

namespace treelize {

template <class T>
class dual;

namespace detail::dual_math {

// What the partial derivatives call: of numbers here, of duals by argument-dependent lookup.
#define TREELIZE_SIGN(...)
#define TREELIZE_FUNCTION(name, function, ...) using std::function;
#include "treelize/detail/operators.def"
using treelize::digamma;
using treelize::trigamma;

/// The partial derivative by an order.
inline constexpr double unknown = std::numeric_limits<double>::quiet_NaN();

template <class X, class Y>
std::common_type_t<X, Y> select(bool condition, const X& x, const Y& y) {
  if (condition)
    return x;
  return y;
}

template <class T>
bool is_zero(const T& number) {
  return number == 0;
}
template <class T>
bool is_zero(const dual<T>& number);

/// A partial derivative times a tangent. In no direction a function does not change, also where its
/// derivative is infinite.
template <class T, class Partial>
T along(const T& tangent, const Partial& partial) {
  return is_zero(tangent) ? T() : T(partial()) * tangent;
}

#define TREELIZE_RULE_1(name, primal, d1, d2, d3)                                                  \
  template <class T>                                                                               \
  dual<T> name(const dual<T>& x) {                                                                 \
    [[maybe_unused]] const T &a = x.value(), r = primal;                                           \
    return {r, along(x.tangent(), [&] { return d1; })};                                            \
  }
#define TREELIZE_RULE_2(name, primal, d1, d2, d3)                                                  \
  template <class T>                                                                               \
  dual<T> name(const dual<T>& x, const dual<T>& y) {                                               \
    [[maybe_unused]] const T &a = x.value(), &b = y.value(), r = primal;                           \
    return {r, along(x.tangent(), [&] { return d1; }) + along(y.tangent(), [&] { return d2; })};   \
  }
#define TREELIZE_RULE_3(name, primal, d1, d2, d3)                                                  \
  template <class T>                                                                               \
  dual<T> name(const dual<T>& x, const dual<T>& y, const dual<T>& z) {                             \
    [[maybe_unused]] const T &a = x.value(), &b = y.value(), &c = z.value(), r = primal;           \
    return {r, along(x.tangent(), [&] { return d1; }) + along(y.tangent(), [&] { return d2; }) +   \
                   along(z.tangent(), [&] { return d3; })};                                        \
  }
#define TREELIZE_PRIMAL_SIGN_1(sign) sign a
#define TREELIZE_PRIMAL_SIGN_2(sign) a sign b
#define TREELIZE_PRIMAL_1(function) function(a)
#define TREELIZE_PRIMAL_2(function) function(a, b)
#define TREELIZE_PRIMAL_3(function) function(a, b, c)
#define TREELIZE_SIGN(name, sign, arity, cost, domain, symbolic, ...)                              \
  TREELIZE_RULE_##arity(name##_rule, TREELIZE_PRIMAL_SIGN_##arity(sign), __VA_ARGS__)
#define TREELIZE_FUNCTION(name, function, arity, cost, domain, symbolic, ...)                      \
  TREELIZE_RULE_##arity(name##_rule, TREELIZE_PRIMAL_##arity(function), __VA_ARGS__)
#include "treelize/detail/operators.def"
#undef TREELIZE_RULE_1
#undef TREELIZE_RULE_2
#undef TREELIZE_RULE_3
#undef TREELIZE_PRIMAL_SIGN_1
#undef TREELIZE_PRIMAL_SIGN_2
#undef TREELIZE_PRIMAL_1
#undef TREELIZE_PRIMAL_2
#undef TREELIZE_PRIMAL_3

} // namespace detail::dual_math

template <class T>
class dual {
public:
  constexpr dual() = default;
  constexpr dual(const T& value) : value_(value) {}
  template <class Number>
    requires std::is_arithmetic_v<Number> && (!std::same_as<Number, T>)
  constexpr dual(Number value) : value_(value) {}
  constexpr dual(const T& value, const T& tangent) : value_(value), tangent_(tangent) {}

  constexpr const T& value() const { return value_; }
  constexpr const T& tangent() const { return tangent_; }

#define TREELIZE_DUAL_1(name, function)                                                            \
  friend dual function(const dual& a) { return detail::dual_math::name##_rule(a); }
#define TREELIZE_DUAL_2(name, function)                                                            \
  friend dual function(const dual& a, const dual& b) {                                             \
    return detail::dual_math::name##_rule(a, b);                                                   \
  }
#define TREELIZE_DUAL_3(name, function)                                                            \
  friend dual function(const dual& a, const dual& b, const dual& c) {                              \
    return detail::dual_math::name##_rule(a, b, c);                                                \
  }
#define TREELIZE_SIGN(name, sign, arity, ...) TREELIZE_DUAL_##arity(name, operator sign)
#define TREELIZE_FUNCTION(name, function, arity, ...) TREELIZE_DUAL_##arity(name, function)
#include "treelize/detail/operators.def"
#undef TREELIZE_DUAL_1
#undef TREELIZE_DUAL_2
#undef TREELIZE_DUAL_3

  friend dual abs(const dual& a) { return fabs(a); }
  friend constexpr const dual& operator+(const dual& a) { return a; }

  dual& operator+=(const dual& b) { return *this = *this + b; }
  dual& operator-=(const dual& b) { return *this = *this - b; }
  dual& operator*=(const dual& b) { return *this = *this * b; }
  dual& operator/=(const dual& b) { return *this = *this / b; }

  /// Comparisons are those of the values: the derivative is the taken branch's.
  friend constexpr auto operator<=>(const dual& a, const dual& b) { return a.value_ <=> b.value_; }
  friend constexpr bool operator==(const dual& a, const dual& b) { return a.value_ == b.value_; }

  /// What the derivatives of tgamma, lgamma and beta are made of, for second ones. Third ones are
  /// not to be had.
  friend dual digamma(const dual& a) {
    return {digamma(a.value_), a.tangent_ * trigamma(a.value_)};
  }
  friend dual trigamma(const dual&) = delete;

private:
  T value_{};
  T tangent_{};
};

namespace detail::dual_math {
template <class T>
bool is_zero(const dual<T>& number) {
  return is_zero(number.value()) && is_zero(number.tangent());
}
} // namespace detail::dual_math

template <class T>
dual(T) -> dual<T>;
template <class T>
dual(T, T) -> dual<T>;

/// The derivative of a function of one number. `f` takes any number type: derivatives nest.
template <class F, class T>
auto derivative(const F& f, const T& x) {
  return dual<T>(f(dual<T>(x, T(1)))).tangent();
}

} // namespace treelize
