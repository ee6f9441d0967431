// Integer arithmetic as symbolic numbers mean it, on plain numbers: division rounds down, a
// remainder has the divisor's sign, and what does not fit 64 bits is an overflow_error. Printed
// formulas call it.
#pragma once

#include "treelize/detail/raise.hpp"
#include "treelize/error.hpp"

#include <cstdint>
#include <limits>

namespace treelize {

namespace detail {
[[noreturn]] void throw_overflow(const char* operation, std::int64_t left, std::int64_t right);
[[noreturn]] void throw_zero_division(const char* operation);
} // namespace detail

constexpr std::int64_t checked_add(std::int64_t left, std::int64_t right) {
  std::int64_t result = 0;
  if (__builtin_add_overflow(left, right, &result))
    detail::throw_overflow("+", left, right);
  return result;
}

constexpr std::int64_t checked_mul(std::int64_t left, std::int64_t right) {
  std::int64_t result = 0;
  if (__builtin_mul_overflow(left, right, &result))
    detail::throw_overflow("*", left, right);
  return result;
}

/// The quotient rounded towards minus infinity. Throws zero_division_error, and overflow_error for
/// the least integer by -1.
constexpr std::int64_t floor_div(std::int64_t left, std::int64_t right) {
  if (right == 0)
    detail::throw_zero_division("division");
  if (right == -1)
    return checked_mul(left, -1);
  const std::int64_t quotient = left / right;
  return left % right != 0 && (left < 0) != (right < 0) ? quotient - 1 : quotient;
}

/// `a - floor_div(a, b) * b`: zero or of b's sign. Throws zero_division_error.
constexpr std::int64_t floor_mod(std::int64_t left, std::int64_t right) {
  if (right == 0)
    detail::throw_zero_division("remainder");
  if (right == -1)
    return 0;
  const std::int64_t remainder = left % right;
  return remainder != 0 && (remainder < 0) != (right < 0) ? remainder + right : remainder;
}

/// The quotient rounded towards plus infinity. Throws as floor_div does.
constexpr std::int64_t ceil_div(std::int64_t left, std::int64_t right) {
  const std::int64_t quotient = floor_div(left, right);
  return floor_mod(left, right) == 0 ? quotient : quotient + 1;
}

/// `base` to a natural power; 1 for the zeroth. Throws domain_error for a negative exponent.
constexpr std::int64_t natural_power(std::int64_t base, std::int64_t exponent) {
  if (exponent < 0)
    treelize::detail::raise(domain_error("an integer to the negative power " +
                                         std::to_string(exponent) +
                                         ": calculate with sym_float, or double, instead"));
  if (base == 0 || base == 1)
    return exponent == 0 ? 1 : base;
  if (base == -1)
    return exponent % 2 == 0 ? 1 : -1;
  std::int64_t result = 1;
  for (; exponent > 0; --exponent) // an overflow ends it after 63 steps
    result = checked_mul(result, base);
  return result;
}

/// a / b, correctly rounded, where double(a) / double(b) is rounded three times.
double true_div(std::int64_t left, std::int64_t right);

/// The remainder of the sign of b, and the quotient that belongs to it, rounded down. Throw
/// zero_division_error.
double real_mod(double left, double right);
double real_floor_div(double left, double right);

} // namespace treelize
