// Comparisons. Of integers there are three: a sum without a constant, with factors that have
// nothing in common, is at most a number, equals it or differs from it; bounds decide where they
// can. So 2 n < 5, n <= 2 and !(n > 2) are one node.
#include "calculate.hpp"
#include "linear.hpp"
#include "wide.hpp"

#include "treelize/detail/symbolic/rules.hpp"

namespace treelize::symbolic {
namespace {

/// a - b as terms and what they are compared with.
struct difference {
  expr terms;
  wide right;
  std::int64_t common;
};

difference subtract_sides(const expr& a, const expr& b) {
  linear_view first(*a), second(*b);
  const wide right = static_cast<wide>(second.constant) - first.constant;
  first.constant = second.constant = 0;
  linear terms = combine(first, 1, second, -1);
  const std::int64_t common = common_factor(terms.factors);
  if (common != 1)
    for (std::int64_t& factor : terms.factors)
      factor /= common;
  return {from_linear(terms), right, common};
}

expr comparison(kind what, const expr& terms, wide right) {
  if (!fits(right))
    throw overflow_error(
        "the two sides of a comparison are too far apart: their difference does not fit 64 bits");
  const node* operands[] = {terms.get()};
  return intern({.what = what,
                 .of = type::boolean,
                 .value = static_cast<std::int64_t>(right),
                 .operands = operands});
}

wide rounded_down(wide a, std::int64_t by) {
  if (by == 1) // a division of 128 bits is slow
    return a;
  return a >= 0 ? a / by : -((-a + by - 1) / by);
}

/// a <= b - margin.
expr integer_at_most(const expr& a, const expr& b, int margin) {
  const bounds range = range_of_difference(*a, *b);
  if (range.upper <= -margin || range.lower > -margin)
    return rules::boolean(range.upper <= -margin);
  const difference sides = subtract_sides(a, b);
  return comparison(kind::at_most, sides.terms, rounded_down(sides.right - margin, sides.common));
}

expr integer_equals(kind what, const expr& a, const expr& b) {
  const bounds range = range_of_difference(*a, *b);
  const bool equal = range == bounds::exactly(0);
  if (equal || !range.contains(0))
    return rules::boolean(equal == (what == kind::equals));
  difference sides = subtract_sides(a, b);
  if (sides.common != 1 && sides.right % sides.common != 0)
    return rules::boolean(what == kind::differs);
  if (sides.common != 1)
    sides.right /= sides.common;
  const bool flips = linear_view(*sides.terms).factor(0) < 0;
  return comparison(what, flips ? rules::negate(sides.terms) : sides.terms,
                    flips ? -sides.right : sides.right);
}

expr real_comparison(kind what, const expr& a, const expr& b) {
  const node* operands[] = {a.get(), b.get()};
  const bool symmetric = what == kind::real_equals || what == kind::real_differs;
  if (symmetric && before(operands[1], operands[0]))
    std::swap(operands[0], operands[1]);
  if (a == b)
    return rules::boolean(what == kind::real_equals || what == kind::real_at_most);
  return fold_or_intern({.what = what, .of = type::boolean, .operands = operands});
}

} // namespace

namespace rules {

expr equals(const expr& a, const expr& b) {
  if (a->of == type::boolean)
    return negation(exclusive_or(a, b));
  return a->of == type::real ? real_comparison(kind::real_equals, a, b)
                             : integer_equals(kind::equals, a, b);
}

expr differs(const expr& a, const expr& b) {
  if (a->of == type::boolean)
    return exclusive_or(a, b);
  return a->of == type::real ? real_comparison(kind::real_differs, a, b)
                             : integer_equals(kind::differs, a, b);
}

expr at_most(const expr& a, const expr& b) {
  return a->of == type::real ? real_comparison(kind::real_at_most, a, b) : integer_at_most(a, b, 0);
}

expr less(const expr& a, const expr& b) {
  return a->of == type::real ? real_comparison(kind::real_less, a, b) : integer_at_most(a, b, 1);
}

expr greater(const expr& a, const expr& b) {
  return less(b, a);
}
expr at_least(const expr& a, const expr& b) {
  return at_most(b, a);
}

expr negation(const expr& a) {
  const auto operand = [&](std::size_t i) { return expr::share(a->operand(i)); };
  switch (a->what) {
  case kind::constant:
    return boolean(a->value == 0);
  case kind::negation:
    return operand(0);
  case kind::at_most: // not L <= k is -L <= -k - 1, and ~k is -k - 1 without overflow
    return comparison(kind::at_most, negate(operand(0)), ~a->value);
  case kind::equals:
    return comparison(kind::differs, operand(0), a->value);
  case kind::differs:
    return comparison(kind::equals, operand(0), a->value);
  case kind::real_less:
    return real_comparison(kind::real_at_most, operand(1), operand(0));
  case kind::real_at_most:
    return real_comparison(kind::real_less, operand(1), operand(0));
  case kind::real_equals:
    return real_comparison(kind::real_differs, operand(0), operand(1));
  case kind::real_differs:
    return real_comparison(kind::real_equals, operand(0), operand(1));
  default:
    const node* operands[] = {a.get()};
    return intern({.what = kind::negation, .of = type::boolean, .operands = operands});
  }
}

} // namespace rules
} // namespace treelize::symbolic
