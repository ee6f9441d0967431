// Products and powers. `2 * x * (3 * y + 3)` is a sum of one term, 6 times the product of x and y +
// 1: numbers stand in sums, so that products that differ by a number only are one node.
#include "interval.hpp"
#include "monomial.hpp"

#include "treelize/detail/symbolic/rules.hpp"

#include <algorithm>

namespace treelize::symbolic {
namespace {

bounds range_of(const monomial& m) {
  bounds range = bounds::exactly(1);
  for (std::size_t i = 0; i < m.bases.size(); ++i)
    range = times(range, to_power(m.bases[i]->range, m.exponents[i]));
  return range;
}

void append_bases(monomial& m, const node* n) {
  if (!n->is(kind::product)) {
    m.push_back(n, 1);
    return;
  }
  for (std::size_t i = 0; i < n->size; ++i)
    m.push_back(n->operand(i), n->factors()[i]);
}

/// What divides every part of the sum, of the first factor's sign.
std::int64_t content(const node& sum) {
  const std::int64_t common = common_divisor(common_factor(linear_view(sum)), sum.value);
  return sum.factors()[0] < 0 ? -common : common;
}

linear divided(const node& sum, std::int64_t by) {
  linear result;
  result.constant = sum.value / by;
  for (std::size_t i = 0; i < sum.size; ++i)
    result.push_back(sum.operand(i), treelize::floor_div(sum.factors()[i], by));
  return result;
}

monomial of_bases(const node& n) {
  monomial m;
  append_bases(m, &n);
  return m;
}

/// The bases that all terms have in common.
monomial common_bases(const node& sum) {
  if (sum.value != 0)
    return {};
  monomial common = of_bases(*sum.operand(0));
  for (std::size_t i = 1; i < sum.size && !common.bases.empty(); ++i)
    common = common_part(common, of_bases(*sum.operand(i)));
  return common;
}

expr without_bases(const expr& sum, const monomial& bases) {
  std::vector<expr> terms;
  for (const node* term : sum->operands())
    terms.push_back(*exact_quotient(of_bases(*term), bases));
  return rules::weighted_sum(terms, sum->factors(), 0);
}

/// Calls `each(base, exponent in a, exponent in b)` for the bases of both, in order.
template <class Each>
void walk_bases(const monomial& a, const monomial& b, const Each& each) {
  std::size_t i = 0, j = 0;
  while (i < a.bases.size() || j < b.bases.size()) {
    const int which = i == a.bases.size()   ? 1
                      : j == b.bases.size() ? -1
                                            : order(*a.bases[i], *b.bases[j]);
    const node* base = which <= 0 ? a.bases[i] : b.bases[j];
    each(base, which <= 0 ? a.exponents[i] : 0, which >= 0 ? b.exponents[j] : 0);
    i += which <= 0;
    j += which >= 0;
  }
}

} // namespace

monomial as_monomial(const node& n) {
  monomial m;
  if (n.is(kind::constant)) {
    m.coefficient = n.value;
  } else if (!n.is(kind::sum)) {
    append_bases(m, &n);
  } else if (n.size == 1 && n.value == 0) {
    m.coefficient = n.factors()[0];
    append_bases(m, n.operand(0));
  } else {
    m.coefficient = content(n);
    const monomial common = common_bases(n);
    if (m.coefficient == 1 && common.bases.empty()) {
      m.push_back(&n, 1);
      return m;
    }
    const expr primitive = from_linear(divided(n, m.coefficient));
    m.kept.push_back(common.bases.empty() ? primitive : without_bases(primitive, common));
    m.push_back(m.kept.back().get(), 1);
    return product(common, m);
  }
  return m;
}

expr from_monomial(const monomial& m) {
  if (m.bases.empty() || m.coefficient == 0)
    return rules::integer(m.coefficient);
  const expr bases = m.bases.size() == 1 && m.exponents[0] == 1 ? expr::share(m.bases[0])
                                                                : intern({.what = kind::product,
                                                                          .of = type::integer,
                                                                          .range = range_of(m),
                                                                          .operands = m.bases,
                                                                          .factors = m.exponents});
  return m.coefficient == 1 ? bases : from_linear(scaled(linear_view(*bases), m.coefficient));
}

monomial product(const monomial& a, const monomial& b) {
  monomial result;
  result.coefficient = checked_mul(a.coefficient, b.coefficient);
  result.kept = a.kept;
  result.kept.insert(result.kept.end(), b.kept.begin(), b.kept.end());
  walk_bases(a, b, [&](const node* base, std::int64_t in_a, std::int64_t in_b) {
    result.push_back(base, checked_add(in_a, in_b));
  });
  return result;
}

std::optional<expr> exact_quotient(const monomial& a, const monomial& b) {
  if (b.coefficient == 0 || treelize::floor_mod(a.coefficient, b.coefficient) != 0)
    return std::nullopt;
  monomial result;
  result.coefficient = treelize::floor_div(a.coefficient, b.coefficient);
  bool divides = true;
  walk_bases(a, b, [&](const node* base, std::int64_t in_a, std::int64_t in_b) {
    divides = divides && in_a >= in_b;
    if (in_a > in_b)
      result.push_back(base, in_a - in_b);
  });
  if (!divides)
    return std::nullopt;
  return from_monomial(result);
}

monomial common_part(const monomial& a, const monomial& b) {
  monomial result;
  result.coefficient = common_divisor(a.coefficient, b.coefficient);
  walk_bases(a, b, [&](const node* base, std::int64_t in_a, std::int64_t in_b) {
    if (const std::int64_t in_both = std::min(in_a, in_b))
      result.push_back(base, in_both);
  });
  return result;
}

namespace rules {
namespace {

bool is_base(const node& n) {
  return !n.is(kind::constant) && !n.is(kind::sum) && !n.is(kind::product);
}

monomial product_of_bases(const node* a, const node* b) {
  monomial m;
  m.push_back(before(b, a) ? b : a, a == b ? 2 : 1);
  if (a != b)
    m.push_back(before(b, a) ? a : b, 1);
  return m;
}

expr constant_power(const expr& base, std::int64_t exponent) {
  if (exponent == 0)
    return integer(1);
  if (exponent == 1)
    return base;
  monomial m = as_monomial(*base);
  m.coefficient = natural_power(m.coefficient, exponent);
  for (std::int64_t& own : m.exponents)
    own = checked_mul(own, exponent);
  return from_monomial(m);
}

} // namespace

expr multiply(const expr& a, const expr& b) {
  if (a->is(kind::constant))
    return from_linear(scaled(linear_view(*b), a->value));
  if (b->is(kind::constant))
    return from_linear(scaled(linear_view(*a), b->value));
  if (is_base(*a) && is_base(*b))
    return from_monomial(product_of_bases(a.get(), b.get()));
  return from_monomial(product(as_monomial(*a), as_monomial(*b)));
}

expr power(const expr& base, const expr& exponent) {
  if (exponent->is(kind::constant) && exponent->value >= 0)
    return constant_power(base, exponent->value);
  if (exponent->range.upper < 0)
    throw domain_error("an integer to a negative power: calculate with sym_float instead");
  if (base->is(kind::constant) && base->value == 1)
    return base;
  const node* operands[] = {base.get(), exponent.get()};
  return intern({.what = kind::power,
                 .of = type::integer,
                 .range = to_power(base->range, exponent->range),
                 .operands = operands});
}

} // namespace rules
} // namespace treelize::symbolic
