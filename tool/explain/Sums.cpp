#include "explain/Sums.h"

#include "treelize/symbolic/evaluate.hpp"

#include <algorithm>
#include <vector>

namespace treelize::explain {

namespace {

/// Higher ones do not come from loops that people write.
constexpr unsigned highestDegree = 6;

/// The degree of a polynomial in the symbol.
std::optional<unsigned> degree(const symbolic::node& formula, const symbolic::node& symbol) {
  if (&formula == &symbol)
    return 1;
  unsigned highest = 0;
  for (std::size_t i = 0; i < formula.operands().size(); ++i) {
    const std::optional<unsigned> part = degree(*formula.operand(i), symbol);
    const bool isPolynomial = formula.is(symbolic::kind::sum) || formula.is(symbolic::kind::product);
    if (!part || (*part > 0 && !isPolynomial))
      return std::nullopt;
    if (formula.is(symbolic::kind::product))
      highest += *part * static_cast<unsigned>(formula.factors()[i]);
    else
      highest = std::max(highest, *part);
  }
  return highest;
}

} // namespace

// With Newton's forward differences D_j at the first iteration the sum is that of D_j * binomial(trips, j + 1).
std::optional<sym_int> sumOver(const sym_int& formula, const sym_int& counter, const sym_int& first, const sym_int& step,
                               const sym_int& trips) {
  const std::optional<unsigned> order = degree(*formula.expression(), *counter.expression());
  if (!order || *order > highestDegree)
    return std::nullopt;
  std::vector<sym_int> differences;
  for (unsigned k = 0; k <= *order; ++k)
    differences.push_back(expand(substitute(formula, {{counter, first + step * k}})));
  for (unsigned j = 1; j <= *order; ++j)
    for (unsigned k = *order; k >= j; --k)
      differences[k] = expand(differences[k] - differences[k - 1]);
  std::int64_t denominator = 1;
  for (unsigned j = 2; j <= *order + 1; ++j)
    denominator *= j;
  sym_int numerator = 0, falling = 1;
  std::int64_t factorial = 1;
  for (unsigned j = 0; j <= *order; ++j) {
    falling *= trips - j;
    factorial *= j + 1;
    numerator += differences[j] * falling * (denominator / factorial);
  }
  return floor_div(expand(numerator), denominator);
}

} // namespace treelize::explain
