#include "analysis/Independence.h"

#include "analysis/IterationElements.h"
#include "analysis/Regions.h"
#include "ir/Exchanges.h"
#include "ir/Walk.h"

#include <algorithm>
#include <set>

namespace treelize::analysis {

using namespace ir;

namespace {

struct Accesses {
  std::vector<Place> added, set, read;
  bool hasOtherEffects = false;
};

/// What the code does to variables that live longer than itself.
Accesses accessesOf(const Block& code, const std::set<VarId>& own) {
  Accesses found;
  auto read = [&](const Place& p) {
    if (!own.contains(p.base))
      found.read.push_back(p);
  };
  forEachStmt(code, [&](const Stmt& stmt) {
    forEachExpr(stmt, [&](const Expr& e) { forEachRead(e, read); });
    const std::optional<Exchange> swapped = exchangeOf(stmt);
    const bool isOwn = swapped && own.contains(swapped->a.base) && own.contains(swapped->b.base);
    found.hasOtherEffects = found.hasOtherEffects || std::holds_alternative<Abandon>(stmt.node) ||
                            std::holds_alternative<Call>(stmt.node) ||
                            (std::holds_alternative<Perform>(stmt.node) && !isOwn);
    const Place* place = namedPlace(stmt);
    if (!place)
      return;
    forEachIndexRead(*place, read);
    if (own.contains(place->base) || std::holds_alternative<Push>(stmt.node))
      return;
    if (const auto* assigned = std::get_if<Assign>(&stmt.node))
      (assigned->op == AssignOp::Set ? found.set : found.added).push_back(*place);
    else
      found.hasOtherEffects = true;
  });
  return found;
}

bool overlapsAny(const Place& place, const std::vector<Place>& others) {
  return std::ranges::any_of(others, [&](const Place& other) { return overlap(place, other); });
}

} // namespace

bool onlyAdds(const Block& code, const std::set<VarId>& own) {
  const Accesses found = accessesOf(code, own);
  return !found.hasOtherEffects && found.set.empty() &&
         std::ranges::none_of(found.added,
                              [&](const Place& sum) { return overlapsAny(sum, found.read); });
}

std::set<VarId> arraysByElement(const Kernel& kernel, const For& loop) {
  std::vector<Place> touched;
  std::set<VarId> shared; // touched as a whole, or by a call
  forEachStmt(loop.body, [&](const Stmt& stmt) {
    auto touch = [&](const Place& p) {
      (p.path.empty() ? (void)shared.insert(p.base) : touched.push_back(p));
    };
    forEachExpr(stmt, [&](const Expr& e) { forEachRead(e, touch); });
    forEachWritten(kernel, stmt, touch);
    const bool isElementwise =
        std::holds_alternative<Assign>(stmt.node) || std::holds_alternative<Declare>(stmt.node);
    if (!isElementwise)
      forEachWritten(kernel, stmt, [&](const Place& p) { shared.insert(p.base); });
  });
  const IterationElements elements(kernel, loop);
  std::set<VarId> result;
  for (const Place& place : touched) {
    const bool isApart = std::ranges::all_of(touched, [&](const Place& other) {
      return other.base != place.base || elements.areApart(place, other);
    });
    if (isApart && !shared.contains(place.base))
      result.insert(place.base);
  }
  return result;
}

bool isOrderFree(const Kernel& kernel, const For& loop, const Apartness& areApart) {
  const Accesses found = accessesOf(loop.body, declaredIn(loop.body));
  if (found.hasOtherEffects || usesTape(loop.body))
    return false;
  const IterationElements elements(kernel, loop);
  auto isApart = [&](const Place& place, const std::vector<Place>& others) {
    return std::ranges::all_of(others, [&](const Place& p) {
      return !overlap(place, p) || elements.areApart(place, p) || areApart(place, p);
    });
  };
  auto isFreeSum = [&](const Place& sum) {
    return isApart(sum, found.read) && isApart(sum, found.set) &&
           (kernel[sum.base].shadowOf || isApart(sum, found.added));
  };
  return std::ranges::all_of(found.added, isFreeSum) &&
         std::ranges::all_of(found.set, [&](const Place& place) {
           return isApart(place, found.read) && isApart(place, found.set);
         });
}

bool mayMerge(const Kernel& kernel, const For& merged, std::size_t split, const Origins& origins) {
  const auto middle = merged.body.begin() + static_cast<std::ptrdiff_t>(split);
  const std::set<VarId> own = declaredIn(merged.body);
  const Accesses first = accessesOf(Block(merged.body.begin(), middle), own);
  const Accesses second = accessesOf(Block(middle, merged.body.end()), own);
  if (first.hasOtherEffects || second.hasOtherEffects || usesTape(merged.body))
    return false;
  const IterationElements elements(kernel, merged);
  auto areApart = [&](const std::vector<Place>& some, const std::vector<Place>& others) {
    return std::ranges::all_of(some, [&](const Place& p) {
      return std::ranges::all_of(others, [&](const Place& q) {
        const bool mayMeet = p.base == q.base ? overlap(p, q) : origins.mayMeet(p.base, q.base);
        return !mayMeet || (p.base == q.base && elements.areApart(p, q));
      });
    });
  };
  std::vector<Place> sums = second.added;
  std::erase_if(sums, [&](const Place& p) { return kernel[p.base].shadowOf.has_value(); });
  return areApart(first.set, second.set) && areApart(first.set, second.added) &&
         areApart(first.set, second.read) && areApart(first.added, second.set) &&
         areApart(first.added, sums) && areApart(first.added, second.read) &&
         areApart(first.read, second.set) && areApart(first.read, second.added);
}

bool areIterationsApart(const Kernel& kernel, const For& loop, const Origins& origins,
                        const Apartness& areApart, const std::set<VarId>& ownSums) {
  std::set<VarId> own = declaredIn(loop.body);
  own.insert(ownSums.begin(), ownSums.end());
  const Accesses found = accessesOf(loop.body, own);
  if (found.hasOtherEffects || usesTape(loop.body))
    return false;
  const IterationElements elements(kernel, loop);
  auto mayMeet = [&](const Place& p, const Place& q) {
    if (p.base != q.base)
      return origins.mayMeet(p.base, q.base);
    return overlap(p, q) && !elements.areApart(p, q) && !areApart(p, q);
  };
  auto meetsNone = [&](const Place& written) {
    auto isApart = [&](const Place& other) { return !mayMeet(written, other); };
    return std::ranges::all_of(found.read, isApart) && std::ranges::all_of(found.set, isApart) &&
           std::ranges::all_of(found.added, isApart);
  };
  return std::ranges::all_of(found.set, meetsNone) && std::ranges::all_of(found.added, meetsNone);
}

} // namespace treelize::analysis
