// dual<T> against central differences, row by row of operators.def, and nested for second
// derivatives.
#include "treelize/dual.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <map>
#include <string_view>
#include <vector>

using treelize::derivative;
using treelize::dual;

namespace {

using point = std::array<double, 3>;

/// So many operands at the front are orders, by which nobody knows the derivative.
std::size_t orders_of(std::string_view name) {
  static const std::map<std::string_view, std::size_t> orders = {
#define TREELIZE_OPERATOR(name, spelling, arity, cost, domain, growth, symbolic, d1, d2, d3)               \
  {#name, std::string_view(#d1) != "unknown" ? 0 : std::string_view(#d2) != "unknown" ? 1 : 2},
#include "treelize/detail/operators.def"
  };
  return orders.at(name);
}

/// Where the derivative of a row exists: mostly anywhere between 0 and 1.
point place_of(std::string_view name) {
  if (orders_of(name) == 1) // Bessel functions have a pole at zero
    return {1, name == "legendre" ? 0.43 : 1.7, 0};
  if (orders_of(name) == 2)
    return {2, 1, 0.67};
  if (name == "acosh")
    return {1.7, 0, 0};
  if (name == "remainder" || name == "fmod")
    return {7.3, 2.1, 0};
  return {0.43, 0.71, 0.37};
}

template <class F>
double difference(const F& f, point at, std::size_t i) {
  constexpr double step = 1e-5;
  point above = at, below = at;
  above[i] += step;
  below[i] -= step;
  return (f(above) - f(below)) / (2 * step);
}

/// The function of three duals, only the i-th of which moves.
template <class F>
double tangent(const F& f, const point& at, std::size_t i) {
  std::array<dual<double>, 3> x;
  for (std::size_t k = 0; k < x.size(); ++k)
    x[k] = {at[k], k == i ? 1.0 : 0.0};
  return dual<double>(f(x)).tangent();
}

/// Its derivative once more, by the k-th.
template <class F>
double second_tangent(const F& f, const point& at, std::size_t i, std::size_t k) {
  using twice = dual<dual<double>>;
  std::array<twice, 3> x;
  for (std::size_t j = 0; j < x.size(); ++j)
    x[j] = {dual<double>(at[j], j == k ? 1.0 : 0.0), dual<double>(j == i ? 1.0 : 0.0)};
  return twice(f(x)).tangent().tangent();
}

template <class F>
void expect_second_derivatives(std::string_view name, std::size_t arity, const F& f) {
  const point at = place_of(name);
  for (std::size_t i = orders_of(name); i < arity; ++i)
    for (std::size_t k = orders_of(name); k < arity; ++k) {
      const auto slope = [&](const point& x) { return tangent(f, x, i); };
      EXPECT_NEAR(second_tangent(f, at, i, k), difference(slope, at, k), 1e-7)
          << name << ", operands " << i << " and " << k;
    }
}

template <class F>
void expect_derivatives(std::string_view name, std::size_t arity, const F& f) {
  const point at = place_of(name);
  for (std::size_t i = orders_of(name); i < arity; ++i)
    EXPECT_NEAR(tangent(f, at, i), difference(f, at, i), 1e-7) << name << ", operand " << i;
}

/// Calls a function with the name, the arity and the operation of each row.
template <class Each> void for_each_row(const Each& each) {
#define OPERAND_SIGN_1(sign) sign x[0]
#define OPERAND_SIGN_2(sign) x[0] sign x[1]
#define OPERANDS_1 x[0]
#define OPERANDS_2 x[0], x[1]
#define OPERANDS_3 x[0], x[1], x[2]
#define TREELIZE_SIGN(name, sign, arity, ...)                                                      \
  each(#name, arity, [](const auto& x) { return OPERAND_SIGN_##arity(sign); });
#define TREELIZE_FUNCTION(name, function, arity, ...)                                              \
  each(#name, arity, [](const auto& x) {                                                           \
    using std::function;                                                                           \
    return function(OPERANDS_##arity);                                                             \
  });
#include "treelize/detail/operators.def"
}

TEST(Dual, AgreesWithDifferencesInEveryRow) {
  for_each_row([](auto name, std::size_t arity, const auto& f) { expect_derivatives(name, arity, f); });
}

TEST(Dual, HasSecondDerivativesInEveryRow) {
  for_each_row([](auto name, std::size_t arity, const auto& f) { expect_second_derivatives(name, arity, f); });
}

TEST(Dual, HasSecondDerivativesOfTheGammaFunctionLeftOfZero) {
  for (double x : {-0.3, -2.6, -1000.25}) {
    const auto slope = [](auto y) { return derivative([](auto z) { return lgamma(z); }, y); };
    constexpr double step = 1e-5;
    EXPECT_NEAR(derivative(slope, x), (slope(x + step) - slope(x - step)) / (2 * step), 1e-6);
  }
}

TEST(Dual, TakesPlainNumbersOnBothSides) {
  const dual<double> x(3.0, 1.0);
  EXPECT_EQ((2 * x + 1).tangent(), 2.0);
  EXPECT_EQ((1.0 / x).tangent(), -1.0 / 9);
  EXPECT_EQ((x - 4.0F).value(), -1.0);
  EXPECT_TRUE(x > 2 && 4.0 > x && x == 3.0);
  dual<double> y = x;
  y *= x;
  EXPECT_EQ(y.tangent(), 6.0);
}

TEST(Dual, FollowsTheConventionsAtTiesAndKinks) {
  EXPECT_EQ(derivative([](auto x) { return fabs(x); }, 0.0), 0.0);
  EXPECT_EQ(derivative([](auto x) { return min(x, 2.0 * x); }, 0.0), 1.0);
  EXPECT_EQ(derivative([](auto x) { return max(2.0 * x, x); }, 0.0), 2.0);
}

TEST(Dual, LeavesOutWhatDoesNotMove) {
  // The derivative by the exponent is a NaN here, and must not be looked at.
  EXPECT_EQ(derivative([](auto x) { return pow(x, 2.0); }, -3.0), -6.0);
  EXPECT_EQ(derivative([](auto x) { return x * sqrt(0.0 * x); }, 1.0), 0.0);
}

TEST(Dual, NestsForSecondDerivatives) {
  const auto f = [](auto x) {
    using std::exp, std::sin;
    return exp(sin(x) * x);
  };
  const auto slope = [&](auto x) { return derivative(f, x); };
  constexpr double x = 0.8, step = 1e-5;
  EXPECT_NEAR(derivative(slope, x), (slope(x + step) - slope(x - step)) / (2 * step), 1e-8);
  const auto power = [](auto y) { return derivative([](auto z) { return z * z * z; }, y); };
  EXPECT_EQ(derivative([&](auto y) { return derivative(power, y); }, 5.0), 6.0);
}

} // namespace
