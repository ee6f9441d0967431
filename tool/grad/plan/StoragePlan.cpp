#include "grad/plan/StoragePlan.h"

#include "analysis/FirstWrites.h"
#include "analysis/Independence.h"
#include "grad/normalize/Recurrences.h"
#include "grad/plan/Checkpoints.h"
#include "grad/plan/HistoryCandidates.h"
#include "grad/plan/LoopArrays.h"
#include "grad/plan/Needs.h"
#include "grad/plan/Recomputation.h"
#include "grad/plan/Records.h"
#include "ir/Builder.h"
#include "ir/Exchanges.h"
#include "ir/Walk.h"

#include <algorithm>
#include <utility>

namespace treelize::grad {

using namespace ir;
using analysis::Region;
using analysis::RegionChanges;

namespace {

/// What a first plan tells the next one.
struct Foreknown {
  std::set<VarId> kept;         // what the reverse sweep asks for anyway
  std::set<VarId> saved;        // locals that the tape holds
  std::set<const Stmt*> unread; // assignments that overwrite what nothing before them has read
  Undone undone;                // what the reverse sweep undoes anyway
};

/// What every plan of the kernel asks.
struct KernelFacts {
  std::set<const Stmt*> firstWrites;
  std::set<VarId> reshaped;
  const Shapes& shapes;
};

class Planner {
public:
  Planner(const Kernel& kernel, const StatementAdjointMap& adjoints,
          const analysis::Activity& activity, const KernelFacts& facts, StorageOptions options,
          Foreknown known)
      : kernel(kernel), adjoints(adjoints), activity(activity), passes(options.passes),
        known(std::move(known)), facts(facts), needs(kernel),
        recomputation(kernel, adjoints, needs.regions),
        histories(kernel, options, adjoints, needs) {
    plan.checkpoint = std::move(options.checkpoint);
    plan.privateArrays = std::move(options.privateArrays);
    plan.idle = std::move(options.idle);
    plan.rerun = std::move(options.rerun);
  }

  /// Does an element hold the value of a local that is saved?
  bool sawCopies() const { return recomputation.sawCopies(); }

  /// Might more locals be computed late if it were known what is put back?
  bool sawLate() const { return recomputation.sawLate(); }

  /// Has a local been read from an element that is overwritten later?
  bool sawHolders() const { return hasHolders; }

  const AskedElements& askedElements() const { return needs.asked; }

  /// What the reverse sweep asks for, as far as the plan has come.
  std::set<VarId> wanted() const { return needs.variables(); }

  StoragePlan run(bool bodyEnds) {
    needCallersState();
    if (bodyEnds)
      scope(kernel.body);
    else
      for (const Stmt& stmt : kernel.body) {
        at = {};
        statement(stmt);
      }
    for (auto& [block, ends] : plan.scopes)
      ends.isTapeUsedWithin =
          std::ranges::any_of(*block, [&](const Stmt& stmt) { return savesAnything(stmt, plan); });
    if (passes.contains(Pass::arrays))
      forEachStmt(kernel.body, [&](const Stmt& stmt) {
        if (const auto* loop = std::get_if<For>(&stmt.node);
            loop && savesIntoArrays(kernel, *loop, plan))
          plan.indexed.insert(&stmt);
      });
    if (passes.contains(Pass::records))
      plan.records = findRecords(kernel, plan, bodyEnds);
    return std::move(plan);
  }

private:
  const Kernel& kernel;
  const StatementAdjointMap& adjoints;
  const analysis::Activity& activity;
  const PassSet passes;
  const Foreknown known;
  const KernelFacts& facts;
  Needs needs;
  Recomputation recomputation;
  /// A statement of the scope that is planned
  struct Position {
    const Block* block = nullptr;
    std::size_t index = 0;
    const ScopePlan* ends = nullptr;
  };
  Position at;
  bool hasHolders = false;
  std::set<VarId> restored; // what assignments put back for their own derivatives
  HistoryCandidates histories;
  StoragePlan plan;

  void overwrite(const Stmt& stmt, const Place& lost) {
    plan.overwrites.insert(&stmt);
    plan.readers[&stmt] = needs.readerOf(lost);
  }

  /// What the kernel overwrites for its caller is put back at the end.
  void needCallersState() {
    auto needObject = [&](VarId id) {
      if (kernel[id].byReference || kernel[id].type->isView())
        needs.add(place(kernel, id));
    };
    std::ranges::for_each(kernel.parameters, needObject);
    std::ranges::for_each(kernel.members, needObject);
  }

  void statement(const Stmt& stmt) {
    needs.reader = &stmt;
    if (const auto* s = std::get_if<Declare>(&stmt.node))
      declaration(stmt, *s);
    else if (const auto* s = std::get_if<Assign>(&stmt.node))
      assignment(stmt, *s);
    else if (std::holds_alternative<Append>(stmt.node) || std::holds_alternative<Drop>(stmt.node))
      changeOfLength(stmt);
    else if (std::holds_alternative<Call>(stmt.node))
      call(stmt);
    else if (const std::optional<Exchange> s = exchangeOf(stmt))
      exchange(stmt, *s);
    else if (const auto* s = std::get_if<If>(&stmt.node))
      branch(stmt, *s);
    else if (const auto* s = std::get_if<For>(&stmt.node)) {
      historyLoop(stmt, *s);
      needs.reader = nullptr;
      if (plan.rerun.contains(&stmt) || plan.checkpoint.loop == &stmt)
        needOperands(stmt, s->body);
      needs.reader = &stmt;
      if (hasReverse(s->body)) {
        needs.addReads(*s->lower);
        needs.addReads(*s->upper);
        if (s->parallel)
          for (const ExprRef& hint : {s->parallel->threads, s->parallel->condition})
            if (hint)
              needs.addReads(*hint);
      }
    } else if (const auto* s = std::get_if<While>(&stmt.node)) {
      loop(s->body);
      needs.reader = &stmt;
      if (hasReverse(s->body))
        needs.add(place(kernel, tripsOf(*s)));
    }
  }

  /// The arrays of which each iteration touches elements of its own: as the indices show, or as the
  /// user says.
  std::set<VarId> elementwise(const For& loop) const {
    std::set<VarId> found = analysis::arraysByElement(kernel, loop);
    if (!loop.parallel || !loop.parallel->problem.empty())
      return found;
    std::set<VarId> other;
    forEachStmt(loop.body, [&](const Stmt& stmt) {
      const auto* assigned = std::get_if<Assign>(&stmt.node);
      forEachWritten(kernel, stmt, [&](const Place& place) {
        const bool isElement = assigned && !place.path.empty() && !place.path.front().isField();
        (isElement ? found : other).insert(place.base);
      });
    });
    std::erase_if(found, [&](VarId var) { return other.contains(var); });
    return found;
  }

  /// What it takes to run the loop's iterations again, besides what a snapshot puts back.
  void needOperands(const Stmt& loop, const Block& block) {
    std::set<VarId> own = declaredIn(block);
    const bool hasSnapshots = plan.checkpoint.loop == &loop;
    if (hasSnapshots)
      own.merge(analysis::privateArraysIn(plan.privateArrays, block));
    auto needOutside = [&](const Place& p) {
      if (!own.contains(p.base) && !(hasSnapshots && holds(plan.checkpoint, p)))
        needs.add(p);
    };
    forEachStmt(block, [&](const Stmt& stmt) {
      forEachExpr(stmt, [&](const Expr& e) { forEachRead(e, needOutside); });
      forEachWritten(kernel, stmt,
                     [&](const Place& target) { forEachIndexRead(target, needOutside); });
    });
  }

  /// Will the reverse sweep have anything to do in the block?
  bool hasReverse(const Block& block) const {
    if (auto ends = plan.scopes.find(&block);
        ends != plan.scopes.end() && (!ends->second.saved.empty() || !ends->second.onTape.empty()))
      return true;
    return std::ranges::any_of(block, [&](const Stmt& stmt) {
      auto adjoint = adjoints.find(&stmt);
      if (plan.overwrites.contains(&stmt) ||
          (adjoint != adjoints.end() && !adjoint->second.code.empty()))
        return true;
      return std::ranges::any_of(blocks(stmt),
                                 [&](const Block* inner) { return hasReverse(*inner); });
    });
  }

  void declaration(const Stmt& stmt, const Declare& s) {
    const Place local = place(kernel, s.var);
    if (kernel[s.var].byReference)
      needs.add(local); // it belongs to somebody else, who wants it back
    else
      needs.regions.erase(analysis::regionOf(local));
    needs.addReads(adjoints.at(&stmt).code);
  }

  /// Of the adjoint of an assignment, which comes when its target has been put back: that very
  /// element is not asked of anybody else, if its place is sure to be there. Is it read?
  bool readsTarget(const Block& code, const Place& target) {
    if (!facts.reshaped.contains(target.base))
      return needs.addOtherReads(code, target);
    needs.addReads(code);
    return false;
  }

  void assignment(const Stmt& stmt, const Assign& s) {
    const StatementAdjoint& adjoint = adjoints.at(&stmt);
    if (plan.idle.contains(&stmt))
      return needs.addReads(adjoint.code);
    if (histories.isElement(stmt)) // the old one stays where it is
      return needs.addReads(adjoint.code, /*afterwards=*/adjoint.usesResult);
    const bool readsOld = !adjoint.usesResult && readsTarget(adjoint.code, s.target);
    if ((readsOld || needs.regions.overlaps(s.target)) && !facts.firstWrites.contains(&stmt) &&
        !known.unread.contains(&stmt)) {
      overwrite(stmt, s.target);
      if (readsOld) {
        plan.readers[&stmt] = stmt.location;
        restored.insert(s.target.base);
      }
      if (passes.contains(Pass::recurrences) && inverseOf(kernel, stmt)) {
        plan.takenBack.insert(&stmt);
        needs.asked.add(s.target, &stmt, /*afterwards=*/true);
        needs.addReads(*s.value);
      } else if (at.block && passes.contains(Pass::copies)) {
        readBack(stmt);
      }
      forEachIndexRead(s.target, [&](const Place& p) { needs.add(p); });
    }
    const Region region = analysis::regionOf(s.target);
    if (!region.hasIndex() &&
        !plan.takenBack.contains(&stmt)) // the new value is what a sum is taken back from
      needs.regions.erase(region);
    if (adjoint.usesResult)
      needs.addReads(adjoint.code, /*afterwards=*/true);
  }

  /// The element is put back from a local that the tape holds anyway.
  void readBack(const Stmt& stmt) {
    plan.holders.erase(&stmt);
    const std::optional<VarId> holder = recomputation.holderOf(*at.block, at.index, *at.ends);
    hasHolders = hasHolders || holder;
    if (!holder || !known.saved.contains(*holder))
      return;
    plan.holders.emplace(&stmt, *holder);
    needs.add(place(kernel, *holder));
  }

  /// Everything but the last element keeps its value, so nothing stops being needs.regions.
  void changeOfLength(const Stmt& stmt) {
    const Place& container = *namedPlace(stmt);
    needs.addReads(adjoints.at(&stmt).code);
    if (needs.regions.overlaps(container)) {
      overwrite(stmt, container);
      forEachIndexRead(container, [&](const Place& p) { needs.add(p); });
    }
  }

  /// Its reverse runs on what the call left behind, and puts back what the call has overwritten.
  void call(const Stmt& stmt) {
    const StatementAdjoint& adjoint = adjoints.at(&stmt);
    needs.addReads(adjoint.code);
    if (!adjoint.saved.empty())
      overwrite(stmt, adjoint.saved.front());
  }

  /// What is needed of the one is in the other from now on, until the reverse sweep exchanges them
  /// again.
  void exchange(const Stmt& stmt, const Exchange& s) {
    needs.addReads(adjoints.at(&stmt).code); // of the shadows: which elements they are
    if (histories.turn(stmt))
      return;
    if (!needs.regions.overlaps(s.a) && !needs.regions.overlaps(s.b))
      return;
    for (const Place* place : {&s.a, &s.b})
      forEachIndexRead(*place, [&](const Place& p) { needs.add(p); });
    overwrite(stmt, s.a);
    plan.takenBack.insert(&stmt);
    const Location by = needs.readerOf(needs.regions.overlaps(s.a) ? s.a : s.b);
    for (const Place* place : {&s.a, &s.b}) {
      needs.addRegion(*place, by);
      needs.asked.add(*place, nullptr, /*afterwards=*/false);
    }
  }

  void historyLoop(const Stmt& stmt, const For& s) {
    const std::set<VarId> before = histories.enter(stmt);
    loop(s.body, elementwise(s));
    if (!histories.isOutermost(stmt) && isTapeUsed(s) && histories.refuse(stmt))
      loop(s.body, elementwise(s)); // what the iterations leave there would lie above the rows
    plan.histories.erase(&stmt);
    if (std::vector<HistoryPlan> kept = histories.leave(stmt, before); !kept.empty())
      plan.histories[&stmt] = std::move(kept);
  }

  /// Do iterations leave anything on the tape but numbers in arrays of the loop's own?
  bool isTapeUsed(const For& loop) const {
    return savesAnything(loop.body, plan) &&
           !(passes.contains(Pass::arrays) && savesIntoArrays(kernel, loop, plan));
  }

  void branch(const Stmt& stmt, const If& s) {
    const RegionChanges yes = asInside(s.thenBlock), no = asInside(s.elseBlock);
    needs.reader = &stmt;
    needs.regions.join(yes, no);
    if (hasReverse(s.thenBlock) || hasReverse(s.elseBlock))
      needs.addReads(*s.condition);
  }

  /// To the fixed point: what an iteration needs, the next one may overwrite, but for elements of
  /// its own.
  void loop(const Block& body, std::set<VarId> byElement = {}) {
    std::erase_if(byElement,
                  [&](VarId array) { return needs.regions.overlaps(Region{array, {}}); });
    RegionChanges atEnd;
    for (bool grew = true; grew;) {
      atEnd = asInside(body);
      RegionChanges meeting = atEnd;
      for (VarId array : byElement)
        meeting.erase(array);
      grew = needs.regions.merge(meeting);
    }
    needs.regions.merge(atEnd);
  }

  /// What running the block makes of the needs that there are before it.
  RegionChanges asInside(const Block& block) {
    needs.regions.mark();
    scope(block);
    return needs.regions.rollBack();
  }

  void scope(const Block& block) {
    ScopePlan ends;
    for (std::size_t i = 0; i < block.size(); ++i) {
      at = {&block, i, &ends};
      statement(block[i]);
      histories.madeAnew(block[i]);
      if (passes.contains(Pass::recomputation))
        recomputeLate(block, i, ends);
    }
    LocalStorage storage;
    for (std::size_t i = block.size(); i-- > 0;)
      if (const auto* s = std::get_if<Declare>(&block[i].node))
        endOfLife(block, i, *s, ends, storage);
    std::ranges::reverse(ends.recomputed);
    if (auto arrays = plan.privateArrays.find(&block); arrays != plan.privateArrays.end())
      for (const auto& [array, size] : arrays->second) {
        if (needs.regions.overlaps(place(kernel, array)) || restored.contains(array))
          ends.onTape[array] = size;
        needs.regions.erase(Region{array, {}});
      }
    plan.scopes[&block] = std::move(ends);
  }

  /// What nothing after the statement reads, and the reverse sweep can compute when it comes to the
  /// statement.
  void recomputeLate(const Block& block, std::size_t at, ScopePlan& ends) {
    const LateLocals late = recomputation.lateAt(block, at, known.undone, plan.overwrites);
    for (std::size_t position : late.before) {
      ends.recomputedLate[&block[at]].before.push_back(&block[position]);
      needs.reader = &block[position];
      needs.addReads(*std::get<Declare>(block[position].node).value);
    }
    const auto* s = std::get_if<Assign>(&block[at].node);
    for (std::size_t position : late.copied) {
      const VarId local = std::get<Declare>(block[position].node).var;
      const ExprRef value = load(s->target);
      ends.recomputedLate[&block[at]].before.push_back(reading(local, value, block[position]));
      needs.reader = &block[at];
      needs.addReads(*value, /*afterwards=*/true);
    }
    for (std::size_t position : late.behind) {
      const Place& target = s->target;
      ends.recomputedLate[&block[at]].behind.push_back(&block[position]);
      needs.reader = &block[at];
      if (needs.addOtherReads(*std::get<Declare>(block[position].node).value, target))
        restored.insert(target.base);
    }
  }

  using LocalStorage = std::map<VarId, Storage>;

  /// What has been asked for since the last choice leads to another one.
  Storage storageOf(const Block& block, VarId local, const ScopePlan& ends, LocalStorage& chosen) {
    if (const auto known = chosen.find(local);
        known != chosen.end() && known->second != Storage::None)
      return known->second;
    chosen = recomputation.cheapest(block, [&](std::size_t at) {
      return ends.isRecomputedLate(block[at]) ||
             recomputation.copyOf(block, std::get<Declare>(block[at].node), known.kept, plan.idle);
    });
    return chosen.at(local);
  }

  /// A declaration of the local where its value still stands elsewhere.
  const Stmt* reading(VarId local, ExprRef value, const Stmt& declaration) {
    plan.readings.push_back(
        std::make_shared<Stmt>(declare(local, std::move(value), declaration.location)));
    return plan.readings.back().get();
  }

  void endOfLife(const Block& block, std::size_t index, const Declare& s, ScopePlan& ends,
                 LocalStorage& storage) {
    const Place local = place(kernel, s.var);
    needs.reader = &block[index];
    if (activity.isActive(kernel, local) && !local.type->isScalar())
      needs.addReads(*facts.shapes.shadowOf(s));
    if (!needs.regions.overlaps(local))
      return shapeOfRestored(s);
    if (ends.isRecomputedLate(block[index])) {
      // Its operands were needed when its last reader ran.
    } else if (storageOf(block, s.var, ends, storage) == Storage::Again) {
      ends.recomputed.push_back(&block[index]);
      needs.addReads(*s.value);
    } else if (const Place* copy = recomputation.copyOf(block, s, known.kept, plan.idle)) {
      ends.recomputed.push_back(reading(s.var, load(*copy), block[index]));
      needs.addReads(*load(*copy));
    } else {
      ends.saved.push_back(s.var);
      plan.localReaders[s.var] = needs.readerOf(local);
    }
    needs.regions.erase(Region{s.var, {}});
  }

  void shapeOfRestored(const Declare& s) {
    if (!restored.contains(s.var) || hasFixedSize(*kernel[s.var].type))
      return;
    plan.shaped.insert(s.var);
    needs.addReads(*facts.shapes.shadowOf(s));
  }
};

} // namespace

std::vector<Place> overwrittenPlaces(const Stmt& stmt, const StatementAdjointMap& adjoints) {
  if (const auto* s = std::get_if<Assign>(&stmt.node))
    return {s->target};
  if (const auto* s = std::get_if<Drop>(&stmt.node))
    return {lastElement(s->container)};
  if (std::holds_alternative<Call>(stmt.node))
    return adjoints.at(&stmt).saved;
  return {};
}

bool ScopePlan::isRecomputedLate(const Stmt& declaration) const {
  const VarId local = std::get<Declare>(declaration.node).var;
  return std::ranges::any_of(recomputedLate, [&](const auto& late) {
    return std::ranges::any_of(late.second.all(), [&](const Stmt* again) {
      return std::get<Declare>(again->node).var == local;
    });
  });
}

StoragePlan planStorage(const Kernel& kernel, const StatementAdjointMap& adjoints,
                        const analysis::Activity& activity, const Shapes& shapes,
                        StorageOptions options) {
  const bool bodyEnds = options.bodyEnds;
  const KernelFacts facts{analysis::findFirstWrites(kernel), shapes.reshaped(bodyEnds), shapes};
  Planner first(kernel, adjoints, activity, facts, options, {});
  StoragePlan plan = first.run(bodyEnds);
  Foreknown known;
  if (options.passes.contains(Pass::copies) && first.sawCopies())
    known.kept = first.wanted();
  if (options.passes.contains(Pass::copies) && first.sawHolders())
    for (const auto& [block, ends] : plan.scopes)
      known.saved.insert(ends.saved.begin(), ends.saved.end());
  if (options.passes.contains(Pass::elements))
    known.unread = first.askedElements().unreadAmong(plan.overwrites, plan.privateArrays);
  if (first.sawLate())
    known.undone = undoneBy(kernel, plan.overwrites);
  bool isSettled = known.kept.empty() && known.saved.empty() && known.unread.empty() &&
                   known.undone.overwrites.empty();
  while (!isSettled) { // what is unread must still be so for the plan that relies on it
    Planner next(kernel, adjoints, activity, facts, options, known);
    plan = next.run(bodyEnds);
    std::set<const Stmt*> unread =
        next.askedElements().unreadAmong(known.unread, plan.privateArrays);
    isSettled = unread == known.unread;
    known.unread = std::move(unread);
  }
  return plan;
}

VarId tripsOf(const While& loop) {
  return std::get<Assign>(loop.body.front().node).target.base;
}

} // namespace treelize::grad
