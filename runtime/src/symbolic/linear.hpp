// Integers as sums: the terms times their factors, in order, and a constant.
#pragma once

#include "intern.hpp"
#include "short_vector.hpp"

#include "treelize/detail/symbolic/arithmetic.hpp"

namespace treelize::symbolic {

/// Any integer expression, seen as a sum.
class linear_view {
public:
  explicit linear_view(const node& n) {
    if (n.is(kind::sum)) {
      terms_ = n.operands();
      factors_ = n.factors();
    }
    if (n.is(kind::sum) || n.is(kind::constant))
      constant = n.value;
    else
      single_ = &n;
  }
  /// The expression as a sum of itself alone.
  static linear_view whole(const node& n) {
    linear_view view;
    view.single_ = &n;
    return view;
  }

  std::int64_t constant = 0;

  std::size_t size() const { return single_ ? 1 : terms_.size(); }
  const node* term(std::size_t i) const { return single_ ? single_ : terms_[i]; }
  std::int64_t factor(std::size_t i) const { return single_ ? 1 : factors_[i]; }
  /// Of a sum's own terms.
  std::span<const std::int64_t> factors() const { return factors_; }

private:
  linear_view() = default;
  const node* single_ = nullptr;
  std::span<const node* const> terms_;
  std::span<const std::int64_t> factors_;
};

/// A sum while it is made. The terms are borrowed.
struct linear {
  short_vector<const node*> terms;
  short_vector<std::int64_t> factors;
  std::int64_t constant = 0;

  void push_back(const node* term, std::int64_t factor) {
    terms.push_back(term);
    factors.push_back(factor);
  }
};

/// a * by_a + b * by_b.
linear combine(const linear_view& a, std::int64_t by_a, const linear_view& b, std::int64_t by_b);
/// a * by.
linear scaled(const linear_view& a, std::int64_t by);
/// The canonical form: a constant, a term alone, or a sum.
expr from_linear(const linear& sum);

/// The greatest common divisor, zero of two zeros; 1 where it would be 2^63.
std::int64_t common_divisor(std::int64_t a, std::int64_t b);
/// Of all factors: zero if there are none.
std::int64_t common_factor(std::span<const std::int64_t> factors);
std::int64_t common_factor(const linear_view& a);

/// The bounds of a - b, also where its numbers do not fit.
bounds range_of_difference(const node& a, const node& b);

} // namespace treelize::symbolic
