// Sums. Operands of two sums are merged by their order, so that a thousand terms are added in a
// thousand steps. What is wider than `widest` is not merged further: it stays a term of the next
// sum, so that a chain of a million additions does not copy a million terms each time.
#include "linear.hpp"
#include "wide.hpp"

#include "treelize/detail/symbolic/rules.hpp"

#include <algorithm>
#include <numeric>
#include <vector>

namespace treelize::symbolic {
namespace {

constexpr std::size_t widest = 1024;

/// Adds up bounds. What is far beyond 64 bits counts as unbounded, so that no sum wraps.
class range_sum {
public:
  explicit range_sum(wide constant) : lower_(constant), upper_(constant) {}

  void add(const bounds& range, wide factor) {
    if (factor == 0)
      return;
    const bounds ends = factor > 0 ? range : bounds{range.upper, range.lower};
    add_end(lower_, below_, ends.lower, factor);
    add_end(upper_, above_, ends.upper, factor);
  }

  bounds total() const {
    return {below_ ? clamp(lower_) : bounds::none_below,
            above_ ? clamp(upper_) : bounds::none_above};
  }

private:
  wide lower_, upper_;
  bool below_ = true, above_ = true;

  static void add_end(wide& sum, bool& bounded, std::int64_t end, wide factor) {
    const bool open = end == bounds::none_below || end == bounds::none_above;
    const wide part = fits(factor) ? factor * end : 0;
    bounded = bounded && !open && fits(factor) && fits(part / 2);
    sum += bounded ? part : 0;
  }
};

bounds range_of(const linear& sum) {
  range_sum range(sum.constant);
  for (std::size_t i = 0; i < sum.terms.size(); ++i)
    range.add(sum.terms[i]->range, sum.factors[i]);
  return range.total();
}

/// Calls `each(term, factor in a, factor in b)` for the terms of both, in order.
template <class Each>
void walk_terms(const linear_view& a, const linear_view& b, const Each& each) {
  std::size_t i = 0, j = 0;
  while (i < a.size() && j < b.size()) {
    const int which = order(*a.term(i), *b.term(j));
    each(which <= 0 ? a.term(i) : b.term(j), which <= 0 ? a.factor(i) : 0,
         which >= 0 ? b.factor(j) : 0);
    i += which <= 0;
    j += which >= 0;
  }
  for (; i < a.size(); ++i)
    each(a.term(i), a.factor(i), 0);
  for (; j < b.size(); ++j)
    each(b.term(j), 0, b.factor(j));
}

/// A view that keeps a sum whole which is too wide to be merged.
linear_view view(const expr& a) {
  return a->is(kind::sum) && a->size >= widest ? linear_view::whole(*a) : linear_view(*a);
}

} // namespace

linear combine(const linear_view& a, std::int64_t by_a, const linear_view& b, std::int64_t by_b) {
  linear sum;
  sum.terms.reserve(a.size() + b.size());
  sum.factors.reserve(a.size() + b.size());
  sum.constant = checked_add(checked_mul(a.constant, by_a), checked_mul(b.constant, by_b));
  walk_terms(a, b, [&](const node* term, std::int64_t in_a, std::int64_t in_b) {
    const std::int64_t factor = checked_add(checked_mul(in_a, by_a), checked_mul(in_b, by_b));
    if (factor != 0)
      sum.push_back(term, factor);
  });
  return sum;
}

linear scaled(const linear_view& a, std::int64_t by) {
  linear sum;
  sum.constant = checked_mul(a.constant, by);
  for (std::size_t i = 0; i < a.size() && by != 0; ++i)
    sum.push_back(a.term(i), checked_mul(a.factor(i), by));
  return sum;
}

bounds range_of_difference(const node& a, const node& b) {
  const linear_view first(a), second(b);
  range_sum range(static_cast<wide>(first.constant) - second.constant);
  walk_terms(first, second, [&](const node* term, std::int64_t in_a, std::int64_t in_b) {
    range.add(term->range, static_cast<wide>(in_a) - in_b);
  });
  return range.total();
}

expr from_linear(const linear& sum) {
  if (sum.terms.empty())
    return rules::integer(sum.constant);
  if (sum.terms.size() == 1 && sum.factors[0] == 1 && sum.constant == 0)
    return expr::share(sum.terms[0]);
  return intern({.what = kind::sum,
                 .of = type::integer,
                 .range = range_of(sum),
                 .value = sum.constant,
                 .operands = sum.terms,
                 .factors = sum.factors});
}

std::int64_t common_divisor(std::int64_t a, std::int64_t b) {
  const auto magnitude = [](std::int64_t x) {
    return x < 0 ? 0 - static_cast<std::uint64_t>(x) : static_cast<std::uint64_t>(x);
  };
  const std::uint64_t common = std::gcd(magnitude(a), magnitude(b));
  return common > static_cast<std::uint64_t>(bounds::none_above)
             ? 1
             : static_cast<std::int64_t>(common);
}

std::int64_t common_factor(std::span<const std::int64_t> factors) {
  std::int64_t common = 0;
  for (std::size_t i = 0; i < factors.size() && common != 1; ++i)
    common = common_divisor(common, factors[i]);
  return common;
}

std::int64_t common_factor(const linear_view& a) {
  return a.size() == 1 ? common_divisor(a.factor(0), 0) : common_factor(a.factors());
}

namespace rules {

expr add(const expr& a, const expr& b) {
  return from_linear(combine(view(a), 1, view(b), 1));
}
expr subtract(const expr& a, const expr& b) {
  return from_linear(combine(view(a), 1, view(b), -1));
}
expr negate(const expr& a) {
  return from_linear(scaled(linear_view(*a), -1));
}

expr weighted_sum(std::span<const expr> operands, std::span<const std::int64_t> factors,
                  std::int64_t constant) {
  struct weighted {
    const node* term;
    std::int64_t factor;
  };
  std::vector<weighted> all;
  for (std::size_t i = 0; i < operands.size(); ++i) {
    const linear_view part = view(operands[i]);
    constant = checked_add(constant, checked_mul(part.constant, factors[i]));
    for (std::size_t t = 0; t < part.size(); ++t)
      all.push_back({part.term(t), checked_mul(part.factor(t), factors[i])});
  }
  std::sort(all.begin(), all.end(),
            [](const weighted& x, const weighted& y) { return before(x.term, y.term); });
  linear sum;
  sum.constant = constant;
  for (std::size_t i = 0; i < all.size();) {
    const node* term = all[i].term;
    std::int64_t factor = 0;
    for (; i < all.size() && all[i].term == term; ++i)
      factor = checked_add(factor, all[i].factor);
    if (factor != 0)
      sum.push_back(term, factor);
  }
  return from_linear(sum);
}

} // namespace rules
} // namespace treelize::symbolic
