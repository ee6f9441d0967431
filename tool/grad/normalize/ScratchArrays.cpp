#include "grad/normalize/ScratchArrays.h"

#include "analysis/LocalArrays.h"
#include "analysis/Regions.h"
#include "analysis/dependence/Dependences.h"
#include "ir/Builder.h"
#include "ir/Exchanges.h"
#include "ir/Intrinsics.h"
#include "ir/Literals.h"
#include "ir/Same.h"
#include "ir/Walk.h"

#include <algorithm>
#include <set>

namespace treelize::grad {

using namespace ir;

namespace {

bool isWhole(const Place& place, VarId var) {
  return place.base == var && place.path.empty();
}

/// `to = array`
std::optional<Place> receiverOf(const Stmt& stmt, VarId array) {
  const auto* s = std::get_if<Assign>(&stmt.node);
  const auto* given = s && s->op == AssignOp::Set ? std::get_if<Load>(&s->value->node) : nullptr;
  if (given && isWhole(given->place, array))
    return s->target;
  const std::optional<Exchange> swapped = exchangeOf(stmt);
  if (swapped && isWhole(swapped->b, array))
    return swapped->a;
  return swapped && isWhole(swapped->a, array) ? std::optional(swapped->b) : std::nullopt;
}

/// Where the one statement that names the array as a whole gives it, if none does anything with it
/// afterwards.
std::optional<Place> receiverIn(const Block& body, VarId array) {
  std::optional<Place> found;
  for (const Stmt& stmt : body) {
    if (declared(stmt) == array || !mentions(stmt, array))
      continue;
    const std::optional<Place> to = receiverOf(stmt, array);
    if (found || (!to && !analysis::namesElementsOnly(std::span(&stmt, 1), array)))
      return std::nullopt;
    found = to;
  }
  return found;
}

/// Takes the statements out by which iterations hand on their arrays.
void dropHandovers(const std::set<VarId>& handed, Block& statements) {
  std::erase_if(statements, [&](const Stmt& stmt) {
    return std::ranges::any_of(handed,
                               [&](VarId array) { return receiverOf(stmt, array).has_value(); });
  });
  for (Stmt& stmt : statements)
    for (Block* inner : blocks(stmt))
      dropHandovers(handed, *inner);
}

template <class Look>
void forEachLoopsArray(const Kernel& kernel, const analysis::LocalArrays& arrays, Look&& look) {
  forEachStmt(kernel.body, [&](const Stmt& loop) {
    if (!isLoop(loop))
      return;
    const Block& body = *blocks(loop).front();
    for (const Stmt& stmt : body)
      if (const auto array = arrays.declaredBy(stmt);
          array && kernel[array->var].type->is(TypeKind::Vector))
        look(loop, body, *array);
  });
}

/// Which arrays an iteration gives at its end to another one, which is always as long.
class HandoverFinder {
public:
  explicit HandoverFinder(const Kernel& kernel) : kernel(kernel), arrays(kernel) {}

  std::set<VarId> find() const {
    std::set<VarId> found;
    forEachLoopsArray(kernel, arrays,
                      [&](const Stmt&, const Block& body, const analysis::LocalArray& array) {
                        const std::optional<Place> to = receiverIn(body, array.var);
                        if (to && isAlwaysAsLong(*to, array))
                          found.insert(array.var);
                      });
    return found;
  }

private:
  const Kernel& kernel;
  const analysis::LocalArrays arrays;

  bool isAlwaysAsLong(const Place& to, const analysis::LocalArray& array) const {
    const Variable& variable = kernel[to.base];
    if (!to.path.empty() || variable.role != Role::Local || variable.byReference ||
        !isSameInCpp(*variable.type, *kernel[array.var].type))
      return false;
    bool holds = true;
    forEachStmt(kernel.body, [&](const Stmt& stmt) {
      forEachWritten(kernel, stmt, [&](const Place& place) {
        if (!isWhole(place, to.base) || receiverOf(stmt, array.var))
          return;
        const ExprRef size = sizeAtBegin(stmt);
        holds = holds && size &&
                isSame(analysis::withoutCasts(*size), analysis::withoutCasts(*array.size));
      });
    });
    return holds;
  }

  /// Of an array that is declared; null where that is not known.
  ExprRef sizeAtBegin(const Stmt& stmt) const {
    if (const std::optional<analysis::LocalArray> array = arrays.declaredBy(stmt))
      return array->size;
    const auto* local = std::get_if<Declare>(&stmt.node);
    const auto* copied = local && local->value ? std::get_if<Load>(&local->value->node) : nullptr;
    const bool isOfParameter =
        copied && kernel[copied->place.base].role == Role::Parameter &&
        !analysis::writesOf(kernel, kernel.body).overlaps(place(kernel, copied->place.base));
    return isOfParameter ? size(copied->place) : nullptr;
  }
};

class ScratchSharer {
public:
  ScratchSharer(Kernel& kernel, const ScratchArrays& arrays) : kernel(kernel), arrays(arrays) {}

  void block(Block& statements) {
    Block out;
    for (Stmt& stmt : statements) {
      for (Block* inner : blocks(stmt))
        block(*inner);
      const auto* counted = std::get_if<For>(&stmt.node);
      if (isLoop(stmt) && !(counted && counted->parallel))
        takeOut(stmt, *blocks(stmt).front(), out);
      out.push_back(std::move(stmt));
    }
    statements = std::move(out);
  }

  bool hasShared() const { return !taken.empty(); }

private:
  Kernel& kernel;
  const ScratchArrays& arrays;
  std::set<VarId> taken;

  void takeOut(const Stmt& loop, Block& body, Block& before) {
    const std::set<VarId> own = declaredIn(std::span(&loop, 1));
    Block rest;
    for (Stmt& stmt : body) {
      const std::optional<VarId> array = declared(stmt);
      const auto known = array ? arrays.find(*array) : arrays.end();
      if (known == arrays.end() || !isKnownBefore(*known->second.size, own)) {
        rest.push_back(exchanging(std::move(stmt)));
        continue;
      }
      if (taken.insert(*array).second && known->second.isCleared)
        rest.push_back(clearing(*array, known->second.size, stmt.location));
      before.push_back(declare(
          *array, construct(kernel[*array].type, {lengthOf(known->second.size)}), stmt.location));
    }
    body = std::move(rest);
  }

  static bool isKnownBefore(const Expr& size, const std::set<VarId>& own) {
    bool isKnown = true;
    forEachRead(size, [&](const Place& p) { isKnown = isKnown && !own.contains(p.base); });
    return isKnown;
  }

  /// An array that stands before the loop is not given away.
  Stmt exchanging(Stmt stmt) const {
    const auto* s = std::get_if<Assign>(&stmt.node);
    const auto* given = s ? std::get_if<Load>(&s->value->node) : nullptr;
    const bool isGiven = given && given->place.path.empty() && taken.contains(given->place.base);
    return isGiven ? exchange(s->target, given->place, stmt.location) : std::move(stmt);
  }

  /// Zero instead of a negative number: the loop may run not at all.
  static ExprRef lengthOf(const ExprRef& size) {
    const bool isSigned = analysis::withoutCasts(*size).type->isSigned && !literalOf(size);
    return isSigned ? intrinsic(Intrinsic::trip_count, size->type->spelling,
                                {integer(0, size->type), size}, sizeType())
                    : size;
  }

  Stmt clearing(VarId array, const ExprRef& size, Location at) {
    const VarId counter = addLocal(kernel, "at", size->type, at);
    const Place cleared = element(place(kernel, array), {load(kernel, counter)});
    Block body{assign(cleared, AssignOp::Set, real(0.0, cleared.type), at)};
    return Stmt{at, For{counter, integer(0, size->type), size, 1, false, std::move(body)}};
  }
};

} // namespace

ScratchArrays findScratch(const Kernel& kernel) {
  const std::set<VarId> handed = HandoverFinder(kernel).find();
  Kernel rest = kernel; // in which each array serves one iteration
  dropHandovers(handed, rest.body);
  const analysis::Dependences dependences(rest);
  ScratchArrays found;
  forEachLoopsArray(rest, analysis::LocalArrays(rest),
                    [&](const Stmt& loop, const Block& body, const analysis::LocalArray& array) {
                      if (analysis::namesElementsOnly(body, array.var))
                        found[array.var] = {
                            array.size, !dependences.isWrittenFirst(loop, array.var, *array.size),
                            handed.contains(array.var)};
                    });
  return found;
}

bool shareScratch(Kernel& kernel, const ScratchArrays& arrays) {
  ScratchSharer sharer(kernel, arrays);
  sharer.block(kernel.body);
  return sharer.hasShared();
}

} // namespace treelize::grad
