// A node's operation, applied again.
#include "calculate.hpp"

#include "treelize/detail/symbolic/rules.hpp"

namespace treelize::symbolic::rules {
namespace {

expr product_of_powers(const node& n, std::span<const expr> bases) {
  expr result = integer(1);
  for (std::size_t i = 0; i < bases.size(); ++i)
    result = multiply(result, power(bases[i], integer(n.factors()[i])));
  return result;
}

} // namespace

expr rebuild(const node& n, std::span<const expr> x) {
  switch (n.what) {
  case kind::constant:
  case kind::symbol:
    return expr::share(&n);
  case kind::choice:
    return choice(x[0], x[1], x[2]);
  case kind::sum:
    return weighted_sum(x, n.factors(), n.value);
  case kind::product:
    return product_of_powers(n, x);
  case kind::power:
    return power(x[0], x[1]);
  case kind::floor_div:
    return floor_div(x[0], x[1]);
  case kind::floor_mod:
    return floor_mod(x[0], x[1]);
  case kind::minimum:
  case kind::maximum:
    return extremum(n.what, x);
  case kind::absolute:
    return absolute(x[0]);
  case kind::bit_and:
    return bit_and(x[0], x[1]);
  case kind::bit_or:
    return bit_or(x[0], x[1]);
  case kind::bit_xor:
    return bit_xor(x[0], x[1]);
  case kind::round_down:
  case kind::round_up:
  case kind::round_to_zero:
  case kind::round_to_even:
    return rounded(n.what, x[0]);
  case kind::to_real:
    return to_real(x[0]);
  case kind::true_div:
    return true_div(x[0], x[1]);
  case kind::real_operator:
    return real_operator(static_cast<real_row>(n.row), x);
  case kind::real_floor_div:
    return real_floor_div(x[0], x[1]);
  case kind::real_mod:
    return real_mod(x[0], x[1]);
  case kind::at_most:
    return at_most(x[0], integer(n.value));
  case kind::equals:
    return equals(x[0], integer(n.value));
  case kind::differs:
    return differs(x[0], integer(n.value));
  case kind::real_less:
    return less(x[0], x[1]);
  case kind::real_at_most:
    return at_most(x[0], x[1]);
  case kind::real_equals:
    return equals(x[0], x[1]);
  case kind::real_differs:
    return differs(x[0], x[1]);
  case kind::conjunction:
  case kind::disjunction:
    return junction(n.what, x);
  case kind::exclusive_or:
    return exclusive_or(x[0], x[1]);
  case kind::negation:
    return negation(x[0]);
  }
  return {};
}

} // namespace treelize::symbolic::rules
