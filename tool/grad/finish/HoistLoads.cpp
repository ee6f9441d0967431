#include "grad/finish/HoistLoads.h"

#include "analysis/Regions.h"
#include "grad/finish/LoopGuards.h"
#include "ir/Builder.h"
#include "ir/Same.h"
#include "ir/Substitute.h"
#include "ir/Walk.h"

#include <algorithm>

namespace treelize::grad {

using namespace ir;

namespace {

/// Straight-line code that stores to memory.
bool isCandidate(const For& loop) {
  const bool isStraight = std::ranges::all_of(loop.body, [](const Stmt& stmt) {
    return std::holds_alternative<Assign>(stmt.node) || std::holds_alternative<Declare>(stmt.node);
  });
  return isStraight && std::ranges::any_of(loop.body, [](const Stmt& stmt) {
           const auto* s = std::get_if<Assign>(&stmt.node);
           return s && !s->target.path.empty();
         });
}

class LoadHoister {
public:
  explicit LoadHoister(Kernel& kernel) : kernel(kernel) {}

  void statement(Stmt& stmt, Block& out) {
    if (auto* loop = std::get_if<For>(&stmt.node); loop && isCandidate(*loop))
      hoist(*loop, stmt.location, out);
    out.push_back(std::move(stmt));
  }

private:
  Kernel& kernel;

  void hoist(For& loop, Location at, Block& before) {
    const analysis::RegionSet changing = analysis::writesOf(kernel, loop.body);
    std::vector<Place> steady;
    for (const Stmt& stmt : loop.body)
      forEachExpr(stmt, [&](const Expr& e) { collect(e, loop, changing, steady); });
    if (!steady.empty())
      readBefore(loop, steady, at, before);
  }

  /// What is read whenever the loop runs: not what a choice reads.
  void collect(const Expr& e, const For& loop, const analysis::RegionSet& changing,
               std::vector<Place>& steady) const {
    if (std::holds_alternative<Select>(e.node))
      return;
    const auto* read = std::get_if<Load>(&e.node);
    if (read && isSteady(read->place, loop, changing)) {
      if (std::ranges::none_of(steady, [&](const Place& p) { return isSame(p, read->place); }))
        steady.push_back(read->place);
      return;
    }
    forEachOperand(e, [&](const Expr& operand) { collect(operand, loop, changing, steady); });
  }

  static bool isSteady(const Place& place, const For& loop, const analysis::RegionSet& changing) {
    bool steady =
        !place.path.empty() && place.type->is(TypeKind::Real) && !changing.overlaps(place);
    forEachIndexRead(place, [&](const Place& p) {
      steady = steady && p.base != loop.counter && !changing.overlaps(p);
    });
    return steady;
  }

  void readBefore(For& loop, const std::vector<Place>& steady, Location at, Block& before) {
    std::vector<VarId> locals;
    for (const Place& place : steady) {
      locals.push_back(addLocal(kernel, kernel[place.base].name + "_here", place.type, at));
      before.push_back(
          declare(locals.back(), whereRuns(kernel, loop, load(place), real(0.0, place.type)), at));
    }
    const auto local = [&](const ExprRef& e) {
      const auto* read = std::get_if<Load>(&e->node);
      const auto known = std::ranges::find_if(
          steady, [&](const Place& place) { return read && isSame(read->place, place); });
      return known == steady.end()
                 ? e
                 : load(kernel, locals[static_cast<std::size_t>(known - steady.begin())]);
    };
    for (Stmt& stmt : loop.body)
      forEachExprSlot(stmt, [&](ExprRef& slot) { slot = rewrite(slot, local); });
  }
};

} // namespace

void hoistLoads(Kernel& adjoint) {
  LoadHoister hoister(adjoint);
  replaceEach(adjoint.body, [&](Stmt& stmt, Block& out) { hoister.statement(stmt, out); });
}

} // namespace treelize::grad
