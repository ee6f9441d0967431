// `dual<T>`: a number with its derivative, forward mode while the program runs. It calculates with
// the operators and functions of operators.def and their partial derivatives, the same that the
// generator uses. `dual<dual<double>>` gives second derivatives.
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

template <class Type>
class dual;

namespace detail::dual_math {

// What the partial derivatives call: of numbers here, of duals by argument-dependent lookup.
#define TREELIZE_SIGN(...)
#define TREELIZE_FUNCTION(name, function, ...) using std::function;
#include "treelize/detail/operators.def"
#define TREELIZE_SLOPE_1(name) using treelize::name;
#define TREELIZE_SLOPE_2(name) using treelize::name;
#define TREELIZE_SLOPE_3(name) using treelize::name;
#include "treelize/detail/slopes.def"
using treelize::trigamma;

/// The partial derivative by an order.
inline constexpr double unknown = std::numeric_limits<double>::quiet_NaN();

template <class First, class Second>
std::common_type_t<First, Second> select(bool condition, const First& first, const Second& second) {
  if (condition)
    return first;
  return second;
}

template <class Type>
bool is_zero(const Type& number) {
  return number == 0;
}
template <class Type>
bool is_zero(const dual<Type>& number);

/// Where one factor is zero the product is, also where the other one is infinite.
template <class Type>
Type product(const Type& left, const Type& right) {
  return left == 0 || right == 0 ? Type() : left * right;
}
template <class Type>
dual<Type> product(const dual<Type>& left, const dual<Type>& right);

/// A partial derivative times a tangent; where that is zero, nobody asks for the partial.
template <class Type, class Partial>
Type along(const Type& tangent, const Partial& partial) {
  return is_zero(tangent) ? Type() : product(Type(partial()), tangent);
}

#define TREELIZE_RULE_1(name, primal, d1, d2, d3)                                                  \
  template <class Type>                                                                            \
  dual<Type> name(const dual<Type>& first) {                                                       \
    [[maybe_unused]] const Type &a = first.value(), r = primal;                                    \
    return {r, along(first.tangent(), [&] { return d1; })};                                        \
  }
#define TREELIZE_RULE_2(name, primal, d1, d2, d3)                                                  \
  template <class Type>                                                                            \
  dual<Type> name(const dual<Type>& first, const dual<Type>& second) {                             \
    [[maybe_unused]] const Type &a = first.value(), &b = second.value(), r = primal;               \
    return {r, along(first.tangent(), [&] { return d1; }) +                                        \
                   along(second.tangent(), [&] { return d2; })};                                   \
  }
#define TREELIZE_RULE_3(name, primal, d1, d2, d3)                                                  \
  template <class Type>                                                                            \
  dual<Type> name(const dual<Type>& first, const dual<Type>& second, const dual<Type>& third) {    \
    [[maybe_unused]] const Type &a = first.value(), &b = second.value(), &c = third.value(),       \
                                r = primal;                                                        \
    return {r, along(first.tangent(), [&] { return d1; }) + along(second.tangent(), [&] {          \
                 return d2;                                                                        \
               }) + along(third.tangent(), [&] { return d3; })};                                   \
  }
#define TREELIZE_PRIMAL_SIGN_1(sign) sign a
#define TREELIZE_PRIMAL_SIGN_2(sign) a sign b
#define TREELIZE_PRIMAL_1(function) function(a)
#define TREELIZE_PRIMAL_2(function) function(a, b)
#define TREELIZE_PRIMAL_3(function) function(a, b, c)
#define TREELIZE_SIGN(name, sign, arity, cost, domain, growth, symbolic, ...)                      \
  TREELIZE_RULE_##arity(name##_rule, TREELIZE_PRIMAL_SIGN_##arity(sign), __VA_ARGS__)
#define TREELIZE_FUNCTION(name, function, arity, cost, domain, growth, symbolic, ...)              \
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

/// A value and its derivative by one number, its tangent. Plain numbers that are mixed with it are
/// constants. `dual<dual<double>>` holds second derivatives, in tangent().tangent(). An operand by
/// which a function has no derivative here, such as the order of a Bessel function, gives a NaN, if
/// its own tangent is not zero.
template <class Type>
class dual {
public:
  constexpr dual() = default;
  /// A constant: the tangent is zero.
  constexpr dual(const Type& value) : value_(value) {}
  /// A constant: the tangent is zero.
  template <class Number>
    requires std::is_arithmetic_v<Number> && (!std::same_as<Number, Type>)
  constexpr dual(Number value) : value_(value) {}
  /// A number that changes by `tangent` times the change of what is differentiated by.
  constexpr dual(const Type& value, const Type& tangent) : value_(value), tangent_(tangent) {}

  /// The number itself.
  constexpr const Type& value() const { return value_; }
  /// Its derivative: of a call with the tangents of its arguments, the slope along them.
  constexpr const Type& tangent() const { return tangent_; }

#define TREELIZE_DUAL_1(name, function)                                                            \
  friend dual function(const dual& number) { return detail::dual_math::name##_rule(number); }
#define TREELIZE_DUAL_2(name, function)                                                            \
  friend dual function(const dual& left, const dual& right) {                                      \
    return detail::dual_math::name##_rule(left, right);                                            \
  }
#define TREELIZE_DUAL_3(name, function)                                                            \
  friend dual function(const dual& left, const dual& right, const dual& third) {                   \
    return detail::dual_math::name##_rule(left, right, third);                                     \
  }
#define TREELIZE_SIGN(name, sign, arity, ...) TREELIZE_DUAL_##arity(name, operator sign)
#define TREELIZE_FUNCTION(name, function, arity, ...) TREELIZE_DUAL_##arity(name, function)
#include "treelize/detail/operators.def"
#undef TREELIZE_DUAL_1
#undef TREELIZE_DUAL_2
#undef TREELIZE_DUAL_3

  /// The same as fabs: its derivative at zero is zero.
  friend dual abs(const dual& number) { return fabs(number); }
  friend constexpr const dual& operator+(const dual& number) { return number; }

  dual& operator+=(const dual& other) { return *this = *this + other; }
  dual& operator-=(const dual& other) { return *this = *this - other; }
  dual& operator*=(const dual& other) { return *this = *this * other; }
  dual& operator/=(const dual& other) { return *this = *this / other; }

  /// Comparisons are those of the values: the derivative is the taken branch's.
  friend constexpr auto operator<=>(const dual& left, const dual& right) {
    return left.value_ <=> right.value_;
  }
  friend constexpr bool operator==(const dual& left, const dual& right) {
    return left.value_ == right.value_;
  }

  /// What the derivatives of tgamma, lgamma and beta are made of, for second ones. Third ones are
  /// not to be had.
  friend dual digamma(const dual& number) {
    return {digamma(number.value_),
            detail::dual_math::along(number.tangent_, [&] { return trigamma(number.value_); })};
  }
  friend dual trigamma(const dual&) = delete;

private:
  Type value_{};
  Type tangent_{};
};

namespace detail::dual_math {
template <class Type>
bool is_zero(const dual<Type>& number) {
  return is_zero(number.value()) && is_zero(number.tangent());
}
template <class Type>
dual<Type> product(const dual<Type>& left, const dual<Type>& right) {
  return {product(left.value(), right.value()),
          Type(product(left.tangent(), right.value()) + product(left.value(), right.tangent()))};
}
} // namespace detail::dual_math

template <class Type>
dual(Type) -> dual<Type>;
template <class Type>
dual(Type, Type) -> dual<Type>;

/// The derivative of a function of one number. `callable` takes any number type: derivatives nest.
template <class Function, class Type>
auto derivative(const Function& callable, const Type& point) {
  return dual<Type>(callable(dual<Type>(point, Type(1)))).tangent();
}

} // namespace treelize
