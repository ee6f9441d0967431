// Functions that derivatives need and <cmath> lacks.
#pragma once

#include <cmath>
#include <concepts>
#include <cstddef>
#include <limits>
#include <numbers>

namespace treelize {

/// How often `for (i = lower; i < upper; i += step)` runs.
template <std::integral I> constexpr std::size_t trip_count(I lower, I upper, I step = 1) {
  return lower < upper ? static_cast<std::size_t>((upper - lower - 1) / step + 1) : 0;
}

/// Is an adjoint worth spreading through a loop? Zero is not, nor is a number below the smallest normal one.
template <std::floating_point T> bool is_significant(T adjoint) {
  return !(std::abs(adjoint) < std::numeric_limits<T>::min());
}

/// The logarithmic derivative of the gamma function: d/dx log(Gamma(x)). NaN at 0, -1, -2, ...
/// Small arguments are raised by the recurrence psi(x) = psi(x + 1) - 1/x, large ones take the
/// asymptotic series (Abramowitz and Stegun 6.3.18), negative ones the reflection formula 6.3.7.
inline double digamma(double x) {
  if (x <= 0) {
    if (x == std::floor(x))
      return std::numeric_limits<double>::quiet_NaN();
    return digamma(1 - x) - std::numbers::pi / std::tan(std::numbers::pi * x);
  }
  double below = 0;
  for (; x < 10; x += 1)
    below -= 1 / x;
  // Bernoulli numbers B_2k / 2k, k = 1, 2, ...
  constexpr double terms[] = {1.0 / 12,  -1.0 / 120,      1.0 / 252, -1.0 / 240,
                              5.0 / 660, -691.0 / 32760, 1.0 / 12};
  const double square = 1 / (x * x);
  double power = square, series = 0;
  for (double term : terms) {
    series += term * power;
    power *= square;
  }
  return below + std::log(x) - 0.5 / x - series;
}

inline float digamma(float x) { return static_cast<float>(digamma(static_cast<double>(x))); }

} // namespace treelize
