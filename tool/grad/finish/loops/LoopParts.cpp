#include "grad/finish/loops/LoopParts.h"

#include "analysis/IndexTerms.h"
#include "ir/Same.h"
#include "ir/Substitute.h"
#include "ir/Walk.h"

#include <algorithm>

namespace treelize::grad {

using namespace ir;

For partOf(Kernel& kernel, const For& loop, const LoopPart& part) {
  For result = loop;
  Block kept;
  for (std::size_t i = loop.body.size(); i-- > 0;) {
    const auto* local = std::get_if<Declare>(&loop.body[i].node);
    if (local ? mentions(kept, local->var) : part.contains(i))
      kept.insert(kept.begin(), loop.body[i]);
  }
  result.body = withOwnLocals(kernel, kept);
  return result;
}

static bool areInSameRow(Place a, Place b) {
  a.path.pop_back();
  b.path.pop_back();
  return isSame(a, b);
}

std::optional<std::int64_t> distance(const Place& from, const Place& to) {
  if (!analysis::lastIndex(from) || !analysis::lastIndex(to) || !areInSameRow(from, to))
    return std::nullopt;
  const analysis::IndexTerms p = analysis::termsOf(*analysis::lastIndex(from)),
                             q = analysis::termsOf(*analysis::lastIndex(to));
  const bool isShift =
      std::ranges::is_permutation(p.terms, q.terms, [](const auto& x, const auto& y) {
        return x.second == y.second && isSame(*x.first, *y.first);
      });
  return isShift ? std::optional(q.number - p.number) : std::nullopt;
}

} // namespace treelize::grad
