#include "grad/finish/chains/CarryNeighbours.h"

#include "analysis/Indices.h"
#include "analysis/LoopFacts.h"
#include "analysis/Regions.h"
#include "grad/loops/LoopGuards.h"
#include "grad/loops/LoopParts.h"
#include "grad/loops/SureReads.h"
#include "ir/Builder.h"
#include "ir/Loops.h"
#include "ir/Same.h"
#include "ir/Substitute.h"
#include "ir/Walk.h"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <set>
#include <utility>
#include <vector>

namespace treelize::grad {

using namespace ir;

namespace {

/// An element that an iteration asks for, and the one that the next iteration will ask for.
struct Recurrence {
  Place present, next;
  std::size_t at; // of the statement that sets the next one
};

void forEachRealRead(const Stmt& stmt, const PlaceFn& fn) {
  forEachExpr(stmt, [&](const Expr& e) { forEachRead(e, fn); });
}

bool readsPlace(const Stmt& stmt, const Place& place) {
  bool found = false;
  forEachRealRead(stmt, [&](const Place& p) { found = found || isSame(p, place); });
  return found;
}

const Place* setElement(const Stmt& stmt) {
  const auto* s = std::get_if<Assign>(&stmt.node);
  const bool isElement =
      s && !s->isAtomic && !s->target.path.empty() && s->target.type->is(TypeKind::Real);
  return isElement ? &s->target : nullptr;
}

class Recurrences {
public:
  Recurrences(const Kernel& kernel, const For& loop)
      : kernel(kernel), loop(loop), facts(kernel, loop) {}

  std::vector<Recurrence> find() const {
    std::vector<Recurrence> found;
    std::set<VarId> arrays;
    for (std::size_t i = 0; i < loop.body.size(); ++i)
      if (const Place* target = setElement(loop.body[i]); target && isArray(target->base))
        if (const std::optional<Place> present = presentOf(*target, i);
            present && arrays.insert(target->base).second)
          found.push_back({*present, *target, i});
    std::erase_if(found, [&](const Recurrence& r) { return !isAll(r) || !isHandedOn(r); });
    return found;
  }

private:
  const Kernel& kernel;
  const For& loop;
  const analysis::LoopFacts facts;

  /// Whose elements have no other names here.
  bool isArray(VarId var) const {
    const Variable& variable = kernel[var];
    const bool isRow = variable.role == Role::Local && variable.type->is(TypeKind::Pointer);
    return variable.shadowOf && !isRow && !isWalked(kernel, var);
  }

  /// Of what an iteration sets, what it has found where the last one set it.
  std::optional<Place> presentOf(const Place& next, std::size_t end) const {
    const std::int64_t step = loop.descending ? -1 : 1;
    std::optional<Place> found;
    const auto look = [&](const Place& p) {
      if (!found && p.base == next.base && analysis::runsAlong(kernel, p, facts) &&
          analysis::hasOwnRows(kernel, p) && distance(p, next) == step)
        found = p;
    };
    for (std::size_t i = 0; i <= end; ++i)
      forEachExpr(loop.body[i], [&](const Expr& e) { forEachSureRead(e, look); });
    return found;
  }

  /// Does nothing else name elements of the array, and nothing too late?
  bool isAll(const Recurrence& r) const {
    bool isOther = false, isSet = false;
    for (std::size_t i = 0; i < loop.body.size(); ++i) {
      const Stmt& stmt = loop.body[i];
      forEachRealRead(stmt, [&](const Place& p) {
        const bool isPresent = isSame(p, r.present) && i <= r.at && !isSet;
        isOther = isOther || (p.base == r.present.base && !isPresent);
      });
      forEachWritten(kernel, stmt, [&](const Place& p) {
        if (p.base != r.present.base)
          return;
        isSet = isSet || isSame(p, r.present);
        isOther = isOther || !(isSame(p, r.present) || (i == r.at && isSame(p, r.next)));
      });
    }
    return !isOther;
  }

  /// Is the next one made of the present one?
  bool isHandedOn(const Recurrence& r) const {
    std::set<VarId> made;
    bool found = false;
    for (std::size_t i = 0; i <= r.at; ++i) {
      const Stmt& stmt = loop.body[i];
      bool takes = readsPlace(stmt, r.present);
      forEachRealRead(stmt, [&](const Place& p) { takes = takes || made.contains(p.base); });
      if (takes)
        forEachWritten(kernel, stmt, [&](const Place& p) { made.insert(p.base); });
      found = takes;
    }
    return found;
  }
};

class NeighbourCarrier {
public:
  explicit NeighbourCarrier(Kernel& kernel) : kernel(kernel) {
    forEachStmt(kernel.body, [&](const Stmt& stmt) {
      const auto* local = std::get_if<Declare>(&stmt.node);
      if (local && local->value && kernel[local->var].type->is(TypeKind::Pointer))
        forEachRead(*local->value, [&](const Place& p) { haveRows.insert(p.base); });
    });
  }

  bool isChanged = false;

  void carryIn(Block& block) {
    Block out;
    for (Stmt& stmt : block) {
      for (Block* inner : blocks(stmt))
        carryIn(*inner);
      if (auto* loop = std::get_if<For>(&stmt.node);
          loop && !loop->parallel && loop->step == 1 && std::ranges::all_of(loop->body, isStraight))
        for (const Recurrence& r : Recurrences(kernel, *loop).find())
          if (!haveRows.contains(r.present.base))
            carry(r, *loop, stmt.location, out);
      out.push_back(std::move(stmt));
    }
    block = std::move(out);
  }

private:
  Kernel& kernel;
  std::set<VarId> haveRows; // arrays that a pointer leads into

  void carry(const Recurrence& r, For& loop, Location at, Block& before) {
    isChanged = true;
    const VarId local = addLocal(kernel, kernel[r.present.base].name + "_next", r.present.type, at);
    kernel[local].shadowOf = kernel[r.present.base].shadowOf;
    before.push_back(declare(
        local, whereRuns(kernel, loop, load(first(r.present, loop)), real(0.0, r.present.type)),
        at));
    replaceReads(loop.body, r.present, load(kernel, local));
    set(r, local, loop.body);
  }

  /// The place in the iteration that runs first.
  static Place first(Place place, const For& loop) {
    const TypeRef& type = loop.upper->type;
    const ExprRef begin = loop.descending
                              ? apply(Op::sub, {upperWhereRuns(loop), integer(1, type)}, type)
                              : loop.lower;
    for (Selector& selector : place.path)
      for (ExprRef& index : selector.indices)
        index = replaceLoads(index, loop.counter, begin);
    return place;
  }

  /// `local = next + value; next = local;`
  void set(const Recurrence& r, VarId local, Block& body) {
    Assign& s = std::get<Assign>(body[positionOf(r, body)].node);
    const TypeRef& type = r.next.type;
    const ExprRef value = s.op == AssignOp::Set ? s.value
                                                : apply(s.op == AssignOp::Add ? Op::add : Op::sub,
                                                        {load(r.next), s.value}, type);
    s.op = AssignOp::Set;
    s.value = load(kernel, local);
    const auto at = body.begin() + static_cast<std::ptrdiff_t>(positionOf(r, body));
    body.insert(at, assign(place(kernel, local), AssignOp::Set, value, at->location));
  }

  /// Other recurrences of the loop may have moved it.
  static std::size_t positionOf(const Recurrence& r, const Block& body) {
    const auto at = std::ranges::find_if(body, [&](const Stmt& stmt) {
      const Place* target = setElement(stmt);
      return target && isSame(*target, r.next);
    });
    return static_cast<std::size_t>(at - body.begin());
  }
};

} // namespace

bool carryNeighbours(Kernel& derived) {
  NeighbourCarrier carrier(derived);
  carrier.carryIn(derived.body);
  return carrier.isChanged;
}

} // namespace treelize::grad
