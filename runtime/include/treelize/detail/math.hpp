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
template <std::unsigned_integral Integer>
constexpr std::size_t count_trips(Integer lower, Integer upper, Integer step) {
  std::size_t trips = 0;
  for (Integer counter = lower; counter < upper; counter = static_cast<Integer>(counter + step))
    ++trips;
  return trips;
}

} // namespace detail

/// How often `for (i = lower; i < upper; i += step)` runs. An unsigned step may be meant as a
/// negative one, which wraps.
template <std::integral Integer>
constexpr std::size_t trip_count(Integer lower, Integer upper, Integer step = 1) {
  using Unsigned = std::make_unsigned_t<Integer>;
  if (!(lower < upper))
    return 0;
  if constexpr (std::unsigned_integral<Integer>)
    if (step > static_cast<Integer>(0 - upper))
      return detail::count_trips(lower, upper, step);
  const Unsigned distance =
      static_cast<Unsigned>(static_cast<Unsigned>(upper) - static_cast<Unsigned>(lower) - 1);
  return static_cast<std::size_t>(distance / static_cast<Unsigned>(step)) + 1;
}

/// The sign and the last bits of the quotient that std::remquo rounds.
template <std::floating_point Type>
int quotient_bits(Type x, Type y) {
  int bits = 0;
  static_cast<void>(std::remquo(x, y, &bits));
  return bits;
}

/// Of the gamma function at x, as lgamma_r tells it: 1 or -1.
template <std::floating_point Type>
int sign_of_gamma(Type x) {
  if (!(x <= Type(0)))
    return 1;
  return x == Type(0) ? (std::signbit(x) ? -1 : 1)
                      : (std::fmod(std::floor(x), Type(2)) == Type(0) ? 1 : -1);
}

/// Is an adjoint worth spreading through a loop? Zero is not, nor is a number below the smallest
/// normal one.
template <std::floating_point Type>
bool is_significant(Type adjoint) {
  return !(std::abs(adjoint) < (std::numeric_limits<Type>::min)());
}

/// `value`, a product with the seed, or zero where the seed is zero: the other factor may be
/// infinite.
template <std::floating_point Type>
constexpr Type where_seeded(Type seed, std::type_identity_t<Type> value) {
  return seed != Type(0) ? value : Type(0);
}

namespace detail {

/// From here on the terms of the asymptotic series of digamma and trigamma end below the precision
/// of the type.
template <class Type>
constexpr Type large_for_gamma = std::numeric_limits<Type>::digits > 53 ? 24 : 10;

/// terms[0] * first + terms[1] * first * ratio + ...
template <class Type, std::size_t Count>
Type power_series(const Type (&terms)[Count], Type first, Type ratio) {
  Type sum = 0;
  for (Type term : terms) {
    sum += term * first;
    first *= ratio;
  }
  return sum;
}

/// How far a number is from the nearest integer: what periodic functions need of a large one.
template <class Type>
Type off_integer(Type number) {
  return number - std::round(number);
}

} // namespace detail

/// The logarithmic derivative of the gamma function: d/dx log(Gamma(x)). NaN at 0, -1, -2, ...
/// Small arguments are raised by the recurrence psi(x) = psi(x + 1) - 1/x, large ones take the
/// asymptotic series (Abramowitz and Stegun 6.3.18), negative ones the reflection formula 6.3.7.
template <std::floating_point Type>
Type digamma(Type number) {
  if constexpr (std::same_as<Type, float>) {
    return static_cast<float>(digamma(static_cast<double>(number)));
  } else {
    if (number <= 0) {
      if (number == std::floor(number))
        return std::numeric_limits<Type>::quiet_NaN();
      return digamma(1 - number) - std::numbers::pi_v<Type> / std::tan(std::numbers::pi_v<Type> *
                                                                       detail::off_integer(number));
    }
    Type below = 0;
    for (; number < detail::large_for_gamma<Type>; number += 1)
      below -= 1 / number;
    // Bernoulli numbers B_2k / 2k, k = 1, 2, ...
    constexpr Type terms[] = {Type(1) / 12,  Type(-1) / 120,     Type(1) / 252, Type(-1) / 240,
                              Type(5) / 660, Type(-691) / 32760, Type(1) / 12};
    const Type square = 1 / (number * number);
    return below + std::log(number) - Type(0.5) / number -
           detail::power_series(terms, square, square);
  }
}

/// The derivative of digamma. NaN at 0, -1, -2, ...
/// By the same three steps (Abramowitz and Stegun 6.4.6, 6.4.12, 6.4.7).
template <std::floating_point Type>
Type trigamma(Type number) {
  if constexpr (std::same_as<Type, float>) {
    return static_cast<float>(trigamma(static_cast<double>(number)));
  } else {
    if (number <= 0) {
      if (number == std::floor(number))
        return std::numeric_limits<Type>::quiet_NaN();
      const Type ratio = std::numbers::pi_v<Type> /
                         std::sin(std::numbers::pi_v<Type> * detail::off_integer(number));
      return ratio * ratio - trigamma(1 - number);
    }
    Type below = 0;
    for (; number < detail::large_for_gamma<Type>; number += 1)
      below += 1 / (number * number);
    // Bernoulli numbers B_2k, k = 1, 2, ...
    constexpr Type terms[] = {Type(1) / 6,  Type(-1) / 30,     Type(1) / 42, Type(-1) / 30,
                              Type(5) / 66, Type(-691) / 2730, Type(7) / 6};
    const Type square = 1 / (number * number);
    return below + 1 / number + square / 2 + detail::power_series(terms, square / number, square);
  }
}

} // namespace treelize
