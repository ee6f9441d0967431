// Extrema, absolute values and bits of integers.
#include "calculate.hpp"
#include "interval.hpp"
#include "monomial.hpp"

#include "treelize/detail/symbolic/rules.hpp"

#include <algorithm>
#include <bit>

namespace treelize::symbolic {
namespace {

constexpr std::size_t widest = 1024; ///< operands that are joined with others, as in sum.cpp

/// Whether a is never above b.
bool never_above(const node& a, const node& b) {
  return range_of_difference(a, b).upper <= 0;
}

/// Takes out what another operand makes needless. Every pair is looked at while they are few; a
/// longer list is compared with one operand only, the one of the best bound.
void drop_dominated(std::vector<const node*>& operands, kind which) {
  constexpr std::size_t few = 16;
  const auto dominated = [&](const node* n, const node* other) {
    return which == kind::minimum ? never_above(*other, *n) : never_above(*n, *other);
  };
  if (operands.size() <= few) {
    for (std::size_t i = 0; i < operands.size();) {
      const auto beats = [&](const node* other) {
        return other != operands[i] && dominated(operands[i], other);
      };
      if (std::any_of(operands.begin(), operands.end(), beats))
        operands.erase(operands.begin() + static_cast<std::ptrdiff_t>(i));
      else
        ++i;
    }
    return;
  }
  const node* best =
      *std::min_element(operands.begin(), operands.end(), [&](const node* a, const node* b) {
        return which == kind::minimum ? a->range.upper < b->range.upper
                                      : a->range.lower > b->range.lower;
      });
  std::erase_if(operands, [&](const node* n) { return n != best && dominated(n, best); });
}

expr commutative(kind what, const expr& a, const expr& b, const bounds& range) {
  const node* operands[] = {a.get(), b.get()};
  if (before(operands[1], operands[0]))
    std::swap(operands[0], operands[1]);
  return fold_or_intern({.what = what, .of = type::integer, .range = range, .operands = operands});
}

bool is_number(const expr& a, std::int64_t value) {
  return a->is(kind::constant) && a->value == value;
}

/// The bounds of `or` and `xor`: no bit is set above the highest of both.
bounds range_of_bits(const expr& a, const expr& b) {
  if (a->range.lower < 0 || b->range.lower < 0)
    return {};
  const auto most = static_cast<std::uint64_t>(std::max(a->range.upper, b->range.upper));
  return bounds::between(0, static_cast<std::int64_t>(std::bit_ceil(most + 1) - 1));
}

} // namespace

namespace rules {

expr extremum(kind which, std::span<const expr> operands) {
  std::vector<const node*> all;
  for (const expr& operand : operands)
    if (operand->is(which) && operand->size < widest)
      all.insert(all.end(), operand->operands().begin(), operand->operands().end());
    else
      all.push_back(operand.get());
  std::sort(all.begin(), all.end(), before);
  all.erase(std::unique(all.begin(), all.end()), all.end());
  drop_dominated(all, which);
  if (all.size() == 1)
    return expr::share(all[0]);
  bounds range = all[0]->range;
  for (const node* n : all)
    range = which == kind::minimum ? least(range, n->range) : greatest(range, n->range);
  return intern({.what = which, .of = type::integer, .range = range, .operands = all});
}

expr minimum(const expr& a, const expr& b) {
  const expr operands[] = {a, b};
  return extremum(kind::minimum, operands);
}

expr maximum(const expr& a, const expr& b) {
  const expr operands[] = {a, b};
  return extremum(kind::maximum, operands);
}

expr absolute(const expr& a) {
  if (a->range.lower >= 0)
    return a;
  if (a->range.upper <= 0)
    return negate(a);
  monomial m = as_monomial(*a);
  const std::int64_t coefficient = std::exchange(m.coefficient, 1);
  const expr rest = from_monomial(m);
  const node* operands[] = {rest.get()};
  const expr positive = intern({.what = kind::absolute,
                                .of = type::integer,
                                .range = magnitude(rest->range),
                                .operands = operands});
  return multiply(positive, integer(coefficient < 0 ? checked_mul(coefficient, -1) : coefficient));
}

expr bit_and(const expr& a, const expr& b) {
  if (a == b || is_number(b, -1) || is_number(a, 0))
    return a;
  if (is_number(a, -1) || is_number(b, 0))
    return b;
  bounds range;
  if (a->range.lower >= 0 || b->range.lower >= 0)
    range = bounds::between(0, std::min(a->range.lower >= 0 ? a->range.upper : bounds::none_above,
                                        b->range.lower >= 0 ? b->range.upper : bounds::none_above));
  return commutative(kind::bit_and, a, b, range);
}

expr bit_or(const expr& a, const expr& b) {
  if (a == b || is_number(b, 0) || is_number(a, -1))
    return a;
  if (is_number(a, 0) || is_number(b, -1))
    return b;
  return commutative(kind::bit_or, a, b, range_of_bits(a, b));
}

expr bit_xor(const expr& a, const expr& b) {
  if (a == b)
    return integer(0);
  if (is_number(b, 0))
    return a;
  if (is_number(a, 0))
    return b;
  return commutative(kind::bit_xor, a, b, range_of_bits(a, b));
}

expr shift_left(const expr& a, const expr& b) {
  return multiply(a, power(integer(2), b));
}

expr shift_right(const expr& a, const expr& b) {
  constexpr std::int64_t most = 62; // of which the power of two fits
  if (!b->is(kind::constant) || b->value <= most)
    return floor_div(a, power(integer(2), b));
  const expr once = floor_div(a, power(integer(2), integer(most)));
  return floor_div(once, power(integer(2), integer(std::min(b->value - most, most))));
}

} // namespace rules
} // namespace treelize::symbolic
