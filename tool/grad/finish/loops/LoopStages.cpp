#include "grad/finish/loops/LoopStages.h"

#include "analysis/Indices.h"
#include "grad/loops/LoopParts.h"
#include "ir/Loops.h"
#include "ir/Same.h"
#include "ir/Walk.h"

#include <algorithm>

namespace treelize::grad {

using namespace ir;

LoopStages::LoopStages(const Kernel& kernel, const For& loop, const Stmt& madeOf,
                       const analysis::Dependences& dependences, const analysis::Origins& origins)
    : kernel(kernel), loop(loop), madeOf(madeOf), dependences(dependences), origins(origins),
      facts(kernel, loop), own(declaredIn(loop.body)), values(kernel, loop.body) {
  for (std::size_t at = 0; at < loop.body.size(); ++at)
    findAccesses(at);
  for (std::size_t at = 0; at < loop.body.size(); ++at)
    stages.push_back(stageOf(at));
}

void LoopStages::findAccesses(std::size_t at) {
  const Stmt& stmt = loop.body[at];
  const Assign* sum = sumIntoAdjoint(kernel, stmt);
  const auto add = [&](const Place& p, Kind kind, bool isOfTerm = false) {
    if (!own.contains(p.base))
      accesses.push_back({p, at, kind, isOfTerm});
  };
  if (sum)
    forEachRead(*sum->value, [&](const Place& p) { add(p, Kind::Read, /*isOfTerm=*/true); });
  else
    forEachExpr(
        stmt, [&](const Expr& e) { forEachRead(e, [&](const Place& p) { add(p, Kind::Read); }); });
  forEachWritten(kernel, stmt, [&](const Place& p) {
    forEachIndexRead(p, [&](const Place& index) { add(index, Kind::Read); });
    add(p, sum ? Kind::Sum : Kind::Set);
  });
}

bool LoopStages::areNeighbours(const Place& a, const Place& b) const {
  return !isSame(a, b) && analysis::overlap(a, b) && grad::areNeighbours(dependences, madeOf, a, b);
}

bool LoopStages::isAlong(const Place& place) const {
  return analysis::runsAlong(kernel, place, facts);
}

bool LoopStages::hasNeighbours(const Place& place) const {
  return std::ranges::any_of(
      accesses, [&](const Access& other) { return areNeighbours(place, other.place); });
}

/// An element that later iterations read, and that this one has not read before.
bool LoopStages::isForNeighbours(std::size_t at, const Place& place) const {
  return std::ranges::any_of(accesses,
                             [&](const Access& other) {
                               return other.kind == Kind::Read && areNeighbours(place, other.place);
                             }) &&
         std::ranges::none_of(accesses, [&](const Access& other) {
           return other.at <= at && other.kind == Kind::Read && isSame(place, other.place);
         });
}

Stage LoopStages::stageOf(std::size_t at) const {
  const Stmt& stmt = loop.body[at];
  const auto* s = std::get_if<Assign>(&stmt.node);
  if (!s || own.contains(s->target.base) || s->target.path.empty())
    return Stage::Terms;
  if (sumIntoAdjoint(kernel, stmt))
    return isAlong(s->target) && hasNeighbours(s->target) ? Stage::Sums : Stage::Terms;
  const bool isOfOthers = std::ranges::none_of(own, [&](VarId var) { return mentions(stmt, var); });
  return s->op == AssignOp::Set && isAlong(s->target) && isOfOthers &&
                 isForNeighbours(at, s->target)
             ? Stage::Early
             : Stage::Terms;
}

bool LoopStages::pay(bool hadBranches) const {
  if (!has(Stage::Sums))
    return false;
  const bool isDear = std::ranges::any_of(
      loop.body, [&](const Stmt& stmt) { return isOfOwnNumbers(stmt, own) && !isCheap(stmt); });
  return hadBranches || isDear || has(Stage::Early) ||
         std::ranges::any_of(accesses, [&](const Access& access) {
           return access.kind != Kind::Sum && std::ranges::any_of(accesses, [&](const Access& sum) {
                    return sum.kind == Kind::Sum && areNeighbours(sum.place, access.place);
                  });
         });
}

bool LoopStages::areSound() const {
  return std::ranges::all_of(accesses, [&](const Access& first) {
    return std::ranges::all_of(accesses, [&](const Access& second) {
      return stageOf(first) >= stageOf(second) || mayComeFirst(first, second);
    });
  });
}

/// Does no later iteration, nor the rest of this one, need what the second access does for the
/// first, and the other way round?
bool LoopStages::mayComeFirst(const Access& first, const Access& second) const {
  if (first.kind == second.kind && first.kind != Kind::Set)
    return true;
  const Place &a = first.place, &b = second.place;
  if (a.base != b.base)
    return !origins.mayMeet(a.base, b.base);
  if (!analysis::overlap(a, b))
    return true;
  if (const auto ahead = distance(a, b))
    return *ahead == 0 ? first.at < second.at : (*ahead > 0) == loop.descending;
  return dependences.areApartIn(madeOf, a, b);
}

bool LoopStages::isOfOneNumber(const Expr& value) const {
  std::set<VarId> numbers;
  const bool isOther = any(value, [&](const Expr& e) {
    if (const auto* read = std::get_if<Load>(&e.node)) {
      const bool isOwn = own.contains(read->place.base);
      if (isOwn)
        numbers.insert(read->place.base);
      return isOwn ? values.isAssigned(read->place.base)
                   : !read->place.path.empty() || !facts.isInvariant(e);
    }
    const auto* apply = std::get_if<Apply>(&e.node);
    const bool isPlain = apply && (apply->op == Op::mul || apply->op == Op::add ||
                                   apply->op == Op::sub || apply->op == Op::neg);
    return !isPlain && !std::holds_alternative<Literal>(e.node);
  });
  return !isOther && numbers.size() <= 1;
}

} // namespace treelize::grad
