#include "grad/finish/sums/CarrySums.h"

#include "analysis/LoopFacts.h"
#include "analysis/dependence/Dependences.h"
#include "grad/loops/LoopGuards.h"
#include "grad/loops/SureReads.h"
#include "ir/Builder.h"
#include "ir/Same.h"
#include "ir/Substitute.h"
#include "ir/Walk.h"

#include <algorithm>
#include <iterator>
#include <ranges>
#include <set>
#include <span>
#include <utility>

namespace treelize::grad {

using namespace ir;

namespace {

/// How the statements of a loop touch what may be the same element: it is read by another name, or
/// written by any.
struct Touches {
  unsigned reads = 0, writes = 0;
};

/// The counters of loops that stand in a parallel one: what several threads add to is added to.
std::set<VarId> countersInParallel(const Block& body) {
  std::set<VarId> found;
  forEachStmt(body, [&](const Stmt& stmt) {
    const auto* loop = std::get_if<For>(&stmt.node);
    if (loop && loop->parallel)
      forEachStmt(std::span(&stmt, 1), [&](const Stmt& inner) {
        if (const auto* nested = std::get_if<For>(&inner.node))
          found.insert(nested->counter);
      });
  });
  return found;
}

class SumCarrier {
public:
  SumCarrier(Kernel& kernel, Carried which)
      : kernel(kernel), which(which), dependences(kernel), shared(countersInParallel(kernel.body)) {
  }

  std::vector<CarriedSum> carried;

  void carryIn(Block& block) {
    Block out;
    for (std::size_t i = 0; i < block.size(); ++i) {
      for (Block* inner : blocks(block[i]))
        carryIn(*inner);
      Block after;
      present = &block[i];
      if (auto* loop = std::get_if<For>(&block[i].node);
          loop && !shared.contains(loop->counter) && std::ranges::all_of(loop->body, isStraight))
        carryThrough(*loop, std::span(block).subspan(i + 1), out, after);
      out.push_back(std::move(block[i]));
      std::ranges::move(after, std::back_inserter(out));
    }
    block = std::move(out);
  }

private:
  Kernel& kernel;
  const Carried which;
  const analysis::Dependences dependences;
  const Stmt* present = nullptr; // the loop
  std::set<VarId> shared;

  bool mayMeet(const Place& p, const Place& element) const {
    return analysis::overlap(p, element) &&
           (isSame(p, element) || !dependences.areApartIn(*present, p, element));
  }

  Touches touchesOf(const For& loop, const Place& element) const {
    Touches found;
    const auto read = [&](const Place& p) {
      found.reads += !isSame(p, element) && mayMeet(p, element) ? 1 : 0;
    };
    for (const Stmt& stmt : loop.body) {
      forEachExpr(stmt, [&](const Expr& e) { forEachRead(e, read); });
      if (const Place* target = namedPlace(stmt)) {
        forEachIndexRead(*target, read);
        found.writes += mayMeet(*target, element) ? 1 : 0;
      }
    }
    return found;
  }

  void carryThrough(For& loop, std::span<const Stmt> behind, Block& before, Block& after) {
    const analysis::LoopFacts facts(kernel, loop);
    const std::set<VarId> own = declaredIn(loop.body);
    Block body, stores, guarded;
    std::vector<std::pair<Place, VarId>> locals;
    // Those that start where they are set are stored even if the loop does not run.
    std::vector<Place> inPlace;
    for (Stmt& stmt : loop.body) {
      auto* sum = std::get_if<Assign>(&stmt.node);
      const bool isSum = sum && !own.contains(sum->target.base) && isCarried(*sum, facts) &&
                         !overlapsAny(inPlace, sum->target);
      const Touches touches = isSum ? touchesOf(loop, sum->target) : Touches{};
      const bool isThere = isSum && isThereAnyway(kernel, sum->target, before, behind);
      if (touches.writes != 1 || (which == Carried::StoredOnce && (touches.reads || !isThere))) {
        body.push_back(stmt);
        continue;
      }
      const Location at = stmt.location;
      const Place target = sum->target;
      const VarId local = addCarrier(target, at);
      const bool isSetBefore = !touches.reads && startInPlace(target, local, before);
      if (isSetBefore)
        inPlace.push_back(target);
      else
        before.push_back(declare(local, startOf(loop, target, isThere), at));
      locals.emplace_back(target, local);
      carried.push_back({local, target.base});
      body.push_back(assign(place(kernel, local), sum->op, sum->value, at));
      Stmt store = assign(target, AssignOp::Set, load(kernel, local), at);
      (touches.reads            ? body
       : isThere || isSetBefore ? stores
                                : guarded)
          .push_back(std::move(store));
    }
    for (const auto& [element, local] : locals)
      replaceReads(body, element, load(kernel, local));
    loop.body = std::move(body);
    std::ranges::move(stores, std::back_inserter(after));
    if (guarded.empty())
      return;
    const Location at = guarded.front().location;
    appendWhereRuns(kernel, loop, std::move(guarded), at, after);
  }

  /// By the loop's iterations elements may be apart that are one where it does not run.
  static bool overlapsAny(const std::vector<Place>& places, const Place& element) {
    return std::ranges::any_of(
        places, [&](const Place& place) { return analysis::overlap(place, element); });
  }

  bool isCarried(const Assign& s, const analysis::LoopFacts& facts) const {
    const bool isMeant = which != Carried::OfPrimal || !kernel[s.target.base].shadowOf;
    return isMeant && s.op != AssignOp::Set && !s.isAtomic && s.target.type->is(TypeKind::Real) &&
           !isRegister(kernel, s.target) && facts.keepsPlace(s.target);
  }

  VarId addCarrier(const Place& target, Location at) {
    const Variable& of = kernel[target.base];
    const std::optional<VarId> shadowOf = of.shadowOf;
    const VarId local = addLocal(kernel, of.name + "_sum", target.type, at);
    kernel[local].shadowOf = shadowOf;
    return local;
  }

  ExprRef startOf(const For& loop, const Place& target, bool isThere) const {
    return isThere ? load(target) : whereRuns(kernel, loop, load(target), real(0.0, target.type));
  }

  /// Where the element is set before the loop and not read since, the local is set there instead.
  bool startInPlace(const Place& target, VarId local, Block& before) const {
    for (Stmt& stmt : before | std::views::reverse) {
      const auto* set = std::get_if<Assign>(&stmt.node);
      if (set && set->op == AssignOp::Set && isSame(set->target, target) &&
          isSameInCpp(*set->value->type, *target.type)) {
        stmt = declare(local, set->value, stmt.location);
        return true;
      }
      if (!isStraight(stmt) || touches(stmt, target))
        return false;
    }
    return false;
  }

  /// The element, or what its indices are made of.
  bool touches(const Stmt& stmt, const Place& element) const {
    const std::span<const Stmt> statement(&stmt, 1);
    const analysis::RegionSet written = analysis::writesOf(kernel, statement);
    return written.overlaps(element) || analysis::mayMove(element, written) ||
           analysis::readsOf(statement).overlaps(element);
  }
};

} // namespace

std::vector<CarriedSum> carrySums(Kernel& derived, Carried which) {
  SumCarrier carrier(derived, which);
  carrier.carryIn(derived.body);
  return std::move(carrier.carried);
}

} // namespace treelize::grad
