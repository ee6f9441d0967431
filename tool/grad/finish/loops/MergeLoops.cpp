#include "grad/finish/loops/MergeLoops.h"

#include "analysis/ElementRanges.h"
#include "analysis/Independence.h"
#include "analysis/LocalArrays.h"
#include "analysis/Origins.h"
#include "analysis/Regions.h"
#include "grad/finish/loops/Comparisons.h"
#include "ir/Existence.h"
#include "ir/Loops.h"
#include "ir/Same.h"
#include "ir/Substitute.h"
#include "ir/Walk.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <span>

namespace treelize::grad {

using namespace ir;

namespace {

/// Compilers unroll nests of loops that run so often, and lose their way where two are one.
constexpr std::int64_t fewTripsOfNest = 4;

class Merger {
public:
  explicit Merger(Kernel& kernel) : kernel(kernel), origins(kernel), comparisons(kernel) {}

  bool block(Block& statements) {
    bool changed = false;
    Block out;
    out.reserve(statements.size());
    for (Stmt& stmt : statements) {
      const std::optional<std::size_t> before = loopBefore(out, stmt);
      if (before && merge(out[*before], stmt)) {
        std::rotate(out.begin() + static_cast<std::ptrdiff_t>(*before),
                    out.begin() + static_cast<std::ptrdiff_t>(*before) + 1, out.end());
        changed = true;
      } else
        out.push_back(std::move(stmt));
    }
    statements = std::move(out);
    for (Stmt& stmt : statements)
      for (Block* inner : blocks(stmt))
        changed |= block(*inner);
    return changed;
  }

private:
  Kernel& kernel;
  const analysis::Origins origins;
  const Comparisons comparisons;

  /// The loop that runs next before this one, with nothing but declarations in between that may as
  /// well come before it.
  std::optional<std::size_t> loopBefore(const Block& statements, const Stmt& loop) const {
    if (!std::holds_alternative<For>(loop.node))
      return std::nullopt;
    std::size_t at = statements.size();
    while (at > 0 && std::holds_alternative<Declare>(statements[at - 1].node))
      --at;
    const auto* first = at > 0 ? std::get_if<For>(&statements[at - 1].node) : nullptr;
    if (!first)
      return std::nullopt;
    const analysis::RegionSet written = analysis::writesOf(kernel, first->body);
    bool mayMove = true;
    for (const Stmt& stmt : std::span(statements).subspan(at)) {
      const VarId var = std::get<Declare>(stmt.node).var;
      mayMove = mayMove && !mentions(statements[at - 1], var);
      forEachExpr(stmt, [&](const Expr& e) {
        mayMove = mayMove && isAlwaysThere(kernel, e) && !analysis::mayChange(e, written);
      });
    }
    return mayMove ? std::optional(at - 1) : std::nullopt;
  }

  bool merge(Stmt& before, const Stmt& after) {
    auto* first = std::get_if<For>(&before.node);
    const auto* second = std::get_if<For>(&after.node);
    if (!first || !second || !haveSameRange(*first, *second) || areSmallNests(*first, *second) ||
        hasBoundsThatChange(*first, *second))
      return false;
    const std::size_t split = first->body.size();
    For merged = *first;
    Block rest = second->body;
    replaceVariable(rest, second->counter, merged.counter);
    std::ranges::copy(rest, std::back_inserter(merged.body));
    if (!analysis::mayMerge(kernel, merged, split, origins) ||
        needsMoreComparisons(*first, *second, merged))
      return false;
    merged.body.resize(split);
    std::ranges::move(withOwnLocals(kernel, rest), std::back_inserter(merged.body));
    *first = std::move(merged);
    return true;
  }

  bool haveSameRange(const For& a, const For& b) const {
    const bool arePlain = !a.parallel && !b.parallel && !a.hasOwnTape && !b.hasOwnTape;
    return arePlain && a.step == b.step && a.descending == b.descending &&
           isSameInCpp(*kernel[a.counter].type, *kernel[b.counter].type) &&
           isSame(*a.lower, *b.lower) && isSame(*a.upper, *b.upper);
  }

  static bool areSmallNests(const For& a, const For& b) {
    return analysis::isShort(a, fewTripsOfNest) && (loopDepth(a.body) > 0 || loopDepth(b.body) > 0);
  }

  bool hasBoundsThatChange(const For& first, const For& second) const {
    const analysis::RegionSet written = analysis::writesOf(kernel, first.body);
    return analysis::mayChange(*second.lower, written) ||
           analysis::mayChange(*second.upper, written);
  }

  bool needsMoreComparisons(const For& first, const For& second, const For& merged) const {
    const std::size_t all = comparisons.of(merged.body);
    return all > mostComparisons && all > comparisons.of(first.body) &&
           all > comparisons.of(second.body);
  }
};

} // namespace

bool mergeLoops(Kernel& kernel) {
  return Merger(kernel).block(kernel.body);
}

} // namespace treelize::grad
