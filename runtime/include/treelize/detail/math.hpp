// Functions that derivatives need and <cmath> lacks.
#pragma once

#include "treelize/detail/slopes.hpp"

#include <cmath>
#include <concepts>
#include <cstddef>
#include <limits>
#include <numbers>
#include <type_traits>

namespace treelize {

namespace detail {

/// Step by step, where the counter may pass below its largest number and begin again at zero.
template <std::unsigned_integral I>
constexpr std::size_t count_trips(I lower, I upper, I step) {
  std::size_t trips = 0;
  for (I i = lower; i < upper; i = static_cast<I>(i + step))
    ++trips;
  return trips;
}

} // namespace detail

/// How often `for (i = lower; i < upper; i += step)` runs. An unsigned step may be meant as a
/// negative one, which wraps.
template <std::integral I>
constexpr std::size_t trip_count(I lower, I upper, I step = 1) {
  using U = std::make_unsigned_t<I>;
  if (!(lower < upper))
    return 0;
  if constexpr (std::unsigned_integral<I>)
    if (step > static_cast<I>(0 - upper))
      return detail::count_trips(lower, upper, step);
  const U distance = static_cast<U>(static_cast<U>(upper) - static_cast<U>(lower) - 1);
  return static_cast<std::size_t>(distance / static_cast<U>(step)) + 1;
}

/// Is an adjoint worth spreading through a loop? Zero is not, nor is a number below the smallest
/// normal one.
template <std::floating_point T>
bool is_significant(T adjoint) {
  return !(std::abs(adjoint) < std::numeric_limits<T>::min());
}

/// `value`, a product with the seed, or zero where the seed is zero: the other factor may be
/// infinite.
template <std::floating_point T>
constexpr T where_seeded(T seed, std::type_identity_t<T> value) {
  return seed != T(0) ? value : T(0);
}

namespace detail {

/// From here on the terms of the asymptotic series of digamma and trigamma end below the precision
/// of the type.
template <class T>
constexpr T large_for_gamma = std::numeric_limits<T>::digits > 53 ? 24 : 10;

/// terms[0] * first + terms[1] * first * ratio + ...
template <class T, std::size_t N>
T power_series(const T (&terms)[N], T first, T ratio) {
  T sum = 0;
  for (T term : terms) {
    sum += term * first;
    first *= ratio;
  }
  return sum;
}

/// How far a number is from the nearest integer: what periodic functions need of a large one.
template <class T>
T off_integer(T x) {
  return x - std::round(x);
}

} // namespace detail

/// The logarithmic derivative of the gamma function: d/dx log(Gamma(x)). NaN at 0, -1, -2, ...
/// Small arguments are raised by the recurrence psi(x) = psi(x + 1) - 1/x, large ones take the
/// asymptotic series (Abramowitz and Stegun 6.3.18), negative ones the reflection formula 6.3.7.
template <std::floating_point T>
T digamma(T x) {
  if constexpr (std::same_as<T, float>) {
    return static_cast<float>(digamma(static_cast<double>(x)));
  } else {
    if (x <= 0) {
      if (x == std::floor(x))
        return std::numeric_limits<T>::quiet_NaN();
      return digamma(1 - x) -
             std::numbers::pi_v<T> / std::tan(std::numbers::pi_v<T> * detail::off_integer(x));
    }
    T below = 0;
    for (; x < detail::large_for_gamma<T>; x += 1)
      below -= 1 / x;
    // Bernoulli numbers B_2k / 2k, k = 1, 2, ...
    constexpr T terms[] = {T(1) / 12,  T(-1) / 120,     T(1) / 252, T(-1) / 240,
                           T(5) / 660, T(-691) / 32760, T(1) / 12};
    const T square = 1 / (x * x);
    return below + std::log(x) - T(0.5) / x - detail::power_series(terms, square, square);
  }
}

/// The derivative of digamma. NaN at 0, -1, -2, ...
/// By the same three steps (Abramowitz and Stegun 6.4.6, 6.4.12, 6.4.7).
template <std::floating_point T>
T trigamma(T x) {
  if constexpr (std::same_as<T, float>) {
    return static_cast<float>(trigamma(static_cast<double>(x)));
  } else {
    if (x <= 0) {
      if (x == std::floor(x))
        return std::numeric_limits<T>::quiet_NaN();
      const T ratio =
          std::numbers::pi_v<T> / std::sin(std::numbers::pi_v<T> * detail::off_integer(x));
      return ratio * ratio - trigamma(1 - x);
    }
    T below = 0;
    for (; x < detail::large_for_gamma<T>; x += 1)
      below += 1 / (x * x);
    // Bernoulli numbers B_2k, k = 1, 2, ...
    constexpr T terms[] = {T(1) / 6,  T(-1) / 30,     T(1) / 42, T(-1) / 30,
                           T(5) / 66, T(-691) / 2730, T(7) / 6};
    const T square = 1 / (x * x);
    return below + 1 / x + square / 2 + detail::power_series(terms, square / x, square);
  }
}

} // namespace treelize
