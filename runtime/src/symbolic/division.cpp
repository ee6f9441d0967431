// Division that rounds down, and its remainder. A rule must hold for dividends and divisors of both
// signs; the divisor is never zero, where the operation has a value:
//
//   (c u) // (c v) = u // v                 (c u) % (c v) = c (u % v)
//   (b q + r) // b = q + r // b             (b q + r) % b = r % b
//   (u // v) // b  = u // (v b), b > 0      (u % (b q)) % b = u % b
//   u // -b        = -u // b                u % -b = -(-u % b)
//   (g u + c) // (g v) = (u + c // g) // v and (g u + c) % (g v) = g ((u + c // g) % v) + c % g, v
//   > 0
#include "interval.hpp"
#include "monomial.hpp"
#include "wide.hpp"

#include "treelize/detail/symbolic/rules.hpp"

#include <bit>
#include <optional>
#include <string>

namespace treelize::symbolic {
namespace {

bool is_zero(const expr& a) {
  return a->range == bounds::exactly(0);
}
bool is_one(const monomial& m) {
  return m.coefficient == 1 && m.bases.empty();
}

bounds without_zero(const bounds& divisor) {
  return {divisor.lower == 0 ? 1 : divisor.lower, divisor.upper == 0 ? -1 : divisor.upper};
}
bool is_positive(const expr& divisor) {
  return without_zero(divisor->range).lower >= 1;
}

/// Whether 0 <= a < b for all values within the bounds.
bool is_proper_remainder(const expr& a, const expr& b) {
  return a->range.lower >= 0 && range_of_difference(*b, *a).lower >= 1;
}

/// A sum's parts as `quotient * divisor + rest`.
struct split {
  expr quotient;
  expr rest;
};

split split_by(const expr& a, const monomial& divisor) {
  const linear_view parts(*a);
  const bool number = divisor.bases.empty();
  std::vector<expr> quotients;
  linear rest;
  rest.constant =
      number ? treelize::floor_mod(parts.constant, divisor.coefficient) : parts.constant;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    monomial part = as_monomial(*parts.term(i));
    part.coefficient = checked_mul(part.coefficient, parts.factor(i));
    if (std::optional<expr> quotient = exact_quotient(part, divisor))
      quotients.push_back(*std::move(quotient));
    else
      rest.push_back(parts.term(i), parts.factor(i));
  }
  const std::int64_t constant =
      number ? treelize::floor_div(parts.constant, divisor.coefficient) : 0;
  if (quotients.empty() && constant == 0)
    return {rules::integer(0), a};
  const std::vector<std::int64_t> ones(quotients.size(), 1);
  return {rules::weighted_sum(quotients, ones, constant), from_linear(rest)};
}

/// a = common * over + rest, b = common * under, common > 1 or with bases; rest is below common.
struct reduction {
  expr common;
  expr over;
  expr under;
  std::int64_t rest = 0;
};

std::optional<reduction> reduce(const expr& a, const expr& b) {
  const monomial over = as_monomial(*a), under = as_monomial(*b);
  if (const monomial common = common_part(over, under); !is_one(common))
    return reduction{from_monomial(common), *exact_quotient(over, common),
                     *exact_quotient(under, common)};
  const linear_view parts(*a);
  const std::int64_t number = common_divisor(common_factor(parts), under.coefficient);
  if (number <= 1 || !is_positive(b))
    return std::nullopt;
  linear quotient;
  quotient.constant = treelize::floor_div(parts.constant, number);
  for (std::size_t i = 0; i < parts.size(); ++i)
    quotient.push_back(parts.term(i), parts.factor(i) / number);
  monomial divisor = under;
  divisor.coefficient /= number;
  return reduction{rules::integer(number), from_linear(quotient), from_monomial(divisor),
                   treelize::floor_mod(parts.constant, number)};
}

bool product_fits(const expr& a, const expr& b) {
  return fits(static_cast<wide>(as_monomial(*a).coefficient) * as_monomial(*b).coefficient);
}

expr division(kind what, const expr& a, const expr& b, const bounds& range) {
  const node* operands[] = {a.get(), b.get()};
  return intern({.what = what, .of = type::integer, .range = range, .operands = operands});
}

expr quotient_of_rest(const expr& a, const expr& b) {
  if (is_zero(a))
    return a;
  if (const auto smaller = reduce(a, b))
    return rules::floor_div(smaller->over, smaller->under);
  if (a->is(kind::floor_div) && is_positive(b)) {
    const expr inner = expr::share(a->operand(1));
    if (product_fits(inner, b))
      return rules::floor_div(expr::share(a->operand(0)), rules::multiply(inner, b));
  }
  const bool remainder_of_b = a->is(kind::floor_mod) && a->operand(1) == b.get();
  if (remainder_of_b || is_proper_remainder(a, b))
    return rules::integer(0);
  return division(kind::floor_div, a, b, floor_quotient(a->range, without_zero(b->range)));
}

/// The sum with factors below a number that divides, and without remainders that a remainder by b
/// makes needless.
expr congruent(const expr& a, const monomial& b) {
  const linear_view parts(*a);
  std::vector<expr> terms;
  std::vector<std::int64_t> factors;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const node* term = parts.term(i);
    if (term->is(kind::floor_mod) && exact_quotient(as_monomial(*term->operand(1)), b))
      term = term->operand(0);
    terms.push_back(expr::share(term));
    factors.push_back(b.bases.empty() ? treelize::floor_mod(parts.factor(i), b.coefficient)
                                      : parts.factor(i));
  }
  return rules::weighted_sum(terms, factors, parts.constant);
}

expr remainder_of_rest(const expr& a, const expr& b) {
  if (is_zero(a) || is_proper_remainder(a, b))
    return a;
  if (const auto smaller = reduce(a, b)) {
    const expr remainder = rules::floor_mod(smaller->over, smaller->under);
    return rules::add(rules::multiply(smaller->common, remainder), rules::integer(smaller->rest));
  }
  if (const expr simpler = congruent(a, as_monomial(*b)); simpler != a)
    return rules::floor_mod(simpler, b);
  return division(kind::floor_mod, a, b, floor_remainder(a->range, without_zero(b->range)));
}

} // namespace

namespace rules {

expr floor_div(const expr& a, const expr& b) {
  if (is_zero(b))
    detail::throw_zero_division("division");
  const monomial divisor = as_monomial(*b);
  if (divisor.coefficient < 0)
    return floor_div(negate(a), negate(b));
  if (std::optional<expr> quotient = exact_quotient(as_monomial(*a), divisor))
    return *std::move(quotient);
  const split parts = split_by(a, divisor);
  const expr rest = quotient_of_rest(parts.rest, b);
  return is_zero(parts.quotient) ? rest : add(parts.quotient, rest);
}

expr floor_mod(const expr& a, const expr& b) {
  if (is_zero(b))
    detail::throw_zero_division("remainder");
  const monomial divisor = as_monomial(*b);
  if (divisor.coefficient < 0)
    return negate(floor_mod(negate(a), negate(b)));
  if (exact_quotient(as_monomial(*a), divisor))
    return integer(0);
  return remainder_of_rest(split_by(a, divisor).rest, b);
}

expr natural_mod(const expr& a, const expr& b) {
  const bool constants = a->is(kind::constant) && b->is(kind::constant);
  if (constants && b->value != 0 && (a->value < 0 || b->value < 0))
    throw domain_error("natural_mod is for natural numbers, not " + std::to_string(a->value) +
                       " and " + std::to_string(b->value) + ": use % instead");
  return floor_mod(a, b);
}

expr ceil_div(const expr& a, const expr& b) {
  if (is_positive(b))
    return floor_div(subtract(add(a, b), integer(1)), b);
  return negate(floor_div(negate(a), b));
}

expr true_div(const expr& a, const expr& b) {
  if (is_zero(b))
    detail::throw_zero_division("division");
  if (a->is(kind::constant) && b->is(kind::constant))
    return real(treelize::true_div(a->value, b->value));
  if (is_zero(a))
    return real(0);
  const monomial over = as_monomial(*a), under = as_monomial(*b);
  if (std::optional<expr> quotient = exact_quotient(over, under))
    return to_real(*quotient);
  if (const monomial common = common_part(over, under); !is_one(common))
    return true_div(*exact_quotient(over, common), *exact_quotient(under, common));
  const node* operands[] = {a.get(), b.get()};
  return intern({.what = kind::true_div, .of = type::real, .operands = operands});
}

} // namespace rules
} // namespace treelize::symbolic
