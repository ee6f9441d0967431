// Products multiplied out, so that what cancels between them does.
#include "treelize/detail/symbolic/evaluate.hpp"

#include "linear.hpp"
#include "traversal.hpp"

namespace treelize::symbolic {
namespace {

constexpr std::size_t most_terms = 4096;

std::size_t terms_of(const expr& e) {
  const linear_view view(*e);
  return view.size() + (view.constant != 0);
}

/// Term by term, unless that is too many.
expr distribute(const expr& a, const expr& b) {
  if (terms_of(a) * terms_of(b) > most_terms)
    return rules::multiply(a, b);
  const linear_view left(*a), right(*b);
  std::vector<expr> products;
  std::vector<std::int64_t> factors;
  const auto add = [&](expr product, std::int64_t factor) {
    products.push_back(std::move(product));
    factors.push_back(factor);
  };
  for (std::size_t i = 0; i < left.size(); ++i) {
    const expr term = expr::share(left.term(i));
    add(term, checked_mul(left.factor(i), right.constant));
    for (std::size_t j = 0; j < right.size(); ++j)
      add(rules::multiply(term, expr::share(right.term(j))),
          checked_mul(left.factor(i), right.factor(j)));
  }
  for (std::size_t j = 0; j < right.size(); ++j)
    add(expr::share(right.term(j)), checked_mul(left.constant, right.factor(j)));
  return rules::weighted_sum(products, factors, checked_mul(left.constant, right.constant));
}

expr expand_product(const node& n, std::span<const expr> bases) {
  constexpr std::int64_t highest = 16; // powers of sums above stay powers
  expr result = rules::integer(1);
  for (std::size_t i = 0; i < bases.size(); ++i) {
    const std::int64_t exponent = n.factors()[i];
    if (terms_of(bases[i]) == 1 || exponent > highest)
      result = distribute(result, rules::power(bases[i], rules::integer(exponent)));
    else
      for (std::int64_t k = 0; k < exponent; ++k)
        result = distribute(result, bases[i]);
  }
  return result;
}

} // namespace

expr expand(const expr& e) {
  const schedule order = schedule_of(e);
  std::vector<expr> results, operands;
  results.reserve(order.nodes.size());
  order.walk([&](const node& n, std::span<const std::uint32_t> places) {
    operands.clear();
    for (std::uint32_t place : places)
      operands.push_back(results[place]);
    results.push_back(n.is(kind::product) ? expand_product(n, operands)
                      : operands.empty()  ? expr::share(&n)
                                          : rules::rebuild(n, operands));
  });
  return results.back();
}

} // namespace treelize::symbolic
