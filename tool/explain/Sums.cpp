#include "explain/Sums.h"

#include "treelize/detail/symbolic/evaluate.hpp"

#include <algorithm>
#include <map>
#include <vector>

namespace treelize::explain {

namespace {

/// Higher ones do not come from loops that people write.
constexpr unsigned highestDegree = 6;

/// Degrees of formulas as polynomials in a counter. Shared parts are asked once.
class Degrees {
public:
  explicit Degrees(const symbolic::node& counter) : counter(counter) {}

  /// Nothing where the formula is no polynomial of a reasonable degree.
  std::optional<unsigned> of(const symbolic::node& formula) {
    if (&formula == &counter)
      return 1;
    if (const auto found = known.find(&formula); found != known.end())
      return found->second;
    return known[&formula] = built(formula);
  }

private:
  const symbolic::node& counter;
  std::map<const symbolic::node*, std::optional<unsigned>> known; // for look-ups only

  std::optional<unsigned> built(const symbolic::node& formula) {
    const bool isProduct = formula.is(symbolic::kind::product);
    std::int64_t highest = 0;
    for (std::size_t i = 0; i < formula.operands().size(); ++i) {
      const std::optional<unsigned> part = of(*formula.operand(i));
      if (!part || (*part > 0 && !isProduct && !formula.is(symbolic::kind::sum)))
        return std::nullopt;
      const std::int64_t power =
          isProduct ? std::min<std::int64_t>(formula.factors()[i], highestDegree + 1) : 1;
      highest = isProduct ? highest + *part * power : std::max<std::int64_t>(highest, *part);
    }
    return highest <= highestDegree ? std::optional(static_cast<unsigned>(highest)) : std::nullopt;
  }
};

} // namespace

// With Newton's forward differences D_j at the first iteration the sum is that of D_j *
// binomial(trips, j + 1).
std::optional<sym_int> sumOver(const sym_int& formula, const sym_int& counter, const sym_int& first,
                               const sym_int& step, const sym_int& trips) {
  const std::optional<unsigned> order = Degrees(*counter.expression()).of(*formula.expression());
  if (!order)
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
