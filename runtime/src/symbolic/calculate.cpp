// One function for a kind of operations; integers are exact or an error, reals are doubles.
#include "calculate.hpp"

#include "wide.hpp"

#include "treelize/detail/symbolic/arithmetic.hpp"

#include <algorithm>
#include <bit>
#include <cassert>
#include <cmath>
#include <string>

namespace treelize::symbolic {
namespace {

std::int64_t sum(const draft& d, std::span<const value> operands) {
  wide total = d.value;
  for (std::size_t i = 0; i < operands.size(); ++i)
    total += static_cast<wide>(d.factors[i]) * operands[i].integer;
  if (!fits(total))
    throw overflow_error("the value of a sum does not fit 64 bits");
  return static_cast<std::int64_t>(total);
}

std::int64_t product(const draft& d, std::span<const value> operands) {
  const auto is_zero = [](const value& v) { return v.integer == 0; };
  if (std::any_of(operands.begin(), operands.end(), is_zero))
    return 0;
  std::int64_t result = 1;
  for (std::size_t i = 0; i < operands.size(); ++i)
    result = checked_mul(result, natural_power(operands[i].integer, d.factors[i]));
  return result;
}

template <class Better>
std::int64_t extremum(std::span<const value> operands, const Better& better) {
  std::int64_t result = operands.front().integer;
  for (const value& v : operands)
    if (better(v.integer, result))
      result = v.integer;
  return result;
}

double to_even(double a) {
  const double below = std::floor(a), rest = a - below;
  const bool up = rest > 0.5 || (rest == 0.5 && std::fmod(below, 2) != 0);
  return up ? below + 1 : below;
}

std::int64_t to_integer(double a) {
  if (!(a >= -0x1p63 && a < 0x1p63))
    throw overflow_error("the integer next to " + std::to_string(a) + " does not fit 64 bits");
  return static_cast<std::int64_t>(a);
}

double finite(double result, std::span<const value> operands, std::string_view operation) {
  const auto is_finite = [](const value& v) { return std::isfinite(v.real); };
  if (std::isfinite(result) ||
      (!std::isnan(result) && !std::all_of(operands.begin(), operands.end(), is_finite)))
    return result;
  std::string text = std::string(operation) + "(";
  for (const value& v : operands)
    text += (&v == operands.data() ? "" : ", ") + std::to_string(v.real);
  throw domain_error(text + ") has no finite value");
}

double unchecked(real_row row, double a, double b, double c) {
#define TREELIZE_SIGN_1(sign) sign a
#define TREELIZE_SIGN_2(sign) a sign b
#define TREELIZE_FUNCTION_1(function) std::function(a)
#define TREELIZE_FUNCTION_2(function) std::function(a, b)
#define TREELIZE_FUNCTION_3(function) std::function(a, b, c)
  switch (row) {
#define TREELIZE_SIGN(name, sign, arity, ...)                                                      \
  case real_row::name:                                                                             \
    return TREELIZE_SIGN_##arity(sign);
#define TREELIZE_FUNCTION(name, function, arity, ...)                                              \
  case real_row::name:                                                                             \
    return TREELIZE_FUNCTION_##arity(function);
#include "treelize/detail/operators.def"
  }
#undef TREELIZE_SIGN_1
#undef TREELIZE_SIGN_2
#undef TREELIZE_FUNCTION_1
#undef TREELIZE_FUNCTION_2
#undef TREELIZE_FUNCTION_3
  assert(false && "a row of operators.def");
  return 0;
}

double real_operator(real_row row, std::span<const value> operands) {
  const auto at = [&](std::size_t i) { return i < operands.size() ? operands[i].real : 0.0; };
  const bool divides = row == real_row::div && at(1) == 0;
  const bool inverts = row == real_row::pow && at(0) == 0 && at(1) < 0;
  if (divides || inverts)
    detail::throw_zero_division(divides ? "division" : "zero to a negative power: division");
  return finite(unchecked(row, at(0), at(1), at(2)), operands, name_of(row));
}

} // namespace

std::string_view name_of(real_row row) {
  static constexpr std::string_view names[] = {
#define TREELIZE_OPERATOR(name, ...) #name,
#include "treelize/detail/operators.def"
  };
  return names[static_cast<std::size_t>(row)];
}

value calculate(const draft& d, std::span<const value> operands) {
  const auto integer = [&](std::size_t i) { return operands[i].integer; };
  const auto real = [&](std::size_t i) { return operands[i].real; };
  const auto any = [&](std::int64_t wanted) {
    return std::any_of(operands.begin(), operands.end(),
                       [&](const value& v) { return v.integer == wanted; });
  };
  switch (d.what) {
  case kind::constant:
    return d.of == type::real ? of_real(std::bit_cast<double>(d.value)) : of_integer(d.value);
  case kind::symbol:
    break;
  case kind::choice:
    return operands[integer(0) ? 1 : 2];
  case kind::sum:
    return of_integer(sum(d, operands));
  case kind::product:
    return of_integer(product(d, operands));
  case kind::power:
    return of_integer(natural_power(integer(0), integer(1)));
  case kind::floor_div:
    return of_integer(treelize::floor_div(integer(0), integer(1)));
  case kind::floor_mod:
    return of_integer(treelize::floor_mod(integer(0), integer(1)));
  case kind::minimum:
    return of_integer(extremum(operands, std::less<>()));
  case kind::maximum:
    return of_integer(extremum(operands, std::greater<>()));
  case kind::absolute:
    return of_integer(integer(0) < 0 ? checked_mul(integer(0), -1) : integer(0));
  case kind::bit_and:
    return of_integer(integer(0) & integer(1));
  case kind::bit_or:
    return of_integer(integer(0) | integer(1));
  case kind::bit_xor:
    return of_integer(integer(0) ^ integer(1));
  case kind::round_down:
    return of_integer(to_integer(std::floor(real(0))));
  case kind::round_up:
    return of_integer(to_integer(std::ceil(real(0))));
  case kind::round_to_zero:
    return of_integer(to_integer(std::trunc(real(0))));
  case kind::round_to_even:
    return of_integer(to_integer(to_even(real(0))));
  case kind::to_real:
    return of_real(static_cast<double>(integer(0)));
  case kind::true_div:
    return of_real(treelize::true_div(integer(0), integer(1)));
  case kind::real_operator:
    return of_real(real_operator(static_cast<real_row>(d.row), operands));
  case kind::real_floor_div:
    return of_real(finite(treelize::real_floor_div(real(0), real(1)), operands, "real_floor_div"));
  case kind::real_mod:
    return of_real(finite(treelize::real_mod(real(0), real(1)), operands, "real_mod"));
  case kind::at_most:
    return of_integer(integer(0) <= d.value);
  case kind::equals:
    return of_integer(integer(0) == d.value);
  case kind::differs:
    return of_integer(integer(0) != d.value);
  case kind::real_less:
    return of_integer(real(0) < real(1));
  case kind::real_at_most:
    return of_integer(real(0) <= real(1));
  case kind::real_equals:
    return of_integer(real(0) == real(1));
  case kind::real_differs:
    return of_integer(real(0) != real(1));
  case kind::conjunction:
    return of_integer(!any(0));
  case kind::disjunction:
    return of_integer(any(1));
  case kind::exclusive_or:
    return of_integer(integer(0) ^ integer(1));
  case kind::negation:
    return of_integer(!integer(0));
  }
  assert(false && "a symbol has no value of its own");
  return {};
}

} // namespace treelize::symbolic
