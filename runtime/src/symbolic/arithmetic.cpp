// Exact division of integers, and the errors of integer arithmetic.
#include "treelize/detail/symbolic/arithmetic.hpp"

#include "wide.hpp"

#include <bit>
#include <cmath>
#include <string>

namespace treelize {

namespace detail {

void throw_overflow(const char* operation, std::int64_t a, std::int64_t b) {
  throw overflow_error(std::to_string(a) + " " + operation + " " + std::to_string(b) +
                       " does not fit 64 bits");
}

void throw_zero_division(const char* operation) {
  throw zero_division_error(std::string(operation) + " by zero");
}

} // namespace detail

namespace {

std::uint64_t magnitude(std::int64_t a) {
  return a < 0 ? 0 - static_cast<std::uint64_t>(a) : static_cast<std::uint64_t>(a);
}

} // namespace

// The quotient is taken with at least 62 bits, and a last bit that says whether there is more:
// enough for the one rounding to double to be right.
double true_div(std::int64_t a, std::int64_t b) {
  if (b == 0)
    detail::throw_zero_division("division");
  if (a == 0)
    return 0;
  using symbolic::unsigned_wide;
  const std::uint64_t over = magnitude(a), under = magnitude(b);
  const int shift = std::bit_width(under) - std::bit_width(over) + 62;
  const unsigned_wide scaled_over = shift > 0 ? unsigned_wide(over) << shift : over;
  const unsigned_wide scaled_under =
      shift > 0 ? unsigned_wide(under) : unsigned_wide(under) << -shift;
  const auto quotient = static_cast<std::uint64_t>(scaled_over / scaled_under);
  const bool more = scaled_over % scaled_under != 0;
  const double result = std::ldexp(static_cast<double>(quotient | (more ? 1U : 0U)), -shift);
  return (a < 0) != (b < 0) ? -result : result;
}

double real_mod(double a, double b) {
  if (b == 0)
    detail::throw_zero_division("remainder");
  const double rest = std::fmod(a, b);
  return rest != 0 && (rest < 0) != (b < 0) ? rest + b : rest;
}

double real_floor_div(double a, double b) {
  if (b == 0)
    detail::throw_zero_division("division");
  return std::round((a - real_mod(a, b)) / b);
}

} // namespace treelize
