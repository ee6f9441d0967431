#include "grad/finish/indices/HoistLoads.h"

#include "analysis/LoopFacts.h"
#include "grad/loops/LoopGuards.h"
#include "grad/loops/SureReads.h"
#include "ir/Builder.h"
#include "ir/Same.h"
#include "ir/Substitute.h"
#include "ir/Walk.h"

#include <algorithm>
#include <cstddef>
#include <functional>
#include <ranges>
#include <set>
#include <span>

namespace treelize::grad {

using namespace ir;

namespace {

/// Straight-line code and branches, with a store to memory.
bool isCandidate(const For& loop) {
  bool isSimple = true, stores = false;
  forEachStmt(loop.body, [&](const Stmt& stmt) {
    isSimple = isSimple && (isStraight(stmt) || std::holds_alternative<If>(stmt.node));
    const auto* s = std::get_if<Assign>(&stmt.node);
    stores = stores || (s && !s->target.path.empty());
  });
  return isSimple && stores;
}

/// In a triangle, a test whether the loop runs costs as much as these reads of each iteration.
constexpr std::ptrdiff_t fewReads = 2;

class LoadHoister {
public:
  explicit LoadHoister(Kernel& kernel) : kernel(kernel) {}

  void hoistIn(Block& block) {
    Block out;
    for (std::size_t i = 0; i < block.size(); ++i) {
      auto* loop = std::get_if<For>(&block[i].node);
      if (loop)
        counters.insert(loop->counter);
      for (Block* inner : blocks(block[i]))
        hoistIn(*inner);
      if (loop)
        counters.erase(loop->counter);
      if (loop && isCandidate(*loop))
        hoist(*loop, block[i].location, std::span(block).subspan(i + 1), out);
      out.push_back(std::move(block[i]));
    }
    block = std::move(out);
  }

private:
  Kernel& kernel;
  std::set<VarId> counters; // of the loops around

  void hoist(For& loop, Location at, std::span<const Stmt> after, Block& before) {
    const analysis::LoopFacts facts(kernel, loop);
    std::vector<Place> steady;
    for (const Stmt& stmt : loop.body)
      forEachExpr(stmt, [&](const Expr& e) { collect(e, facts, steady); });
    if (runsDifferently(loop)) {
      const auto isTested = [&](const Place& p) {
        return !isThereAnyway(kernel, p, before, after);
      };
      if (std::ranges::count_if(steady, isTested) <= fewReads)
        std::erase_if(steady, isTested);
    }
    if (!steady.empty())
      readBefore(loop, steady, at, after, before);
  }

  /// Is the number of iterations another one in each iteration of a loop around?
  bool runsDifferently(const For& loop) const {
    bool found = false;
    for (const ExprRef& bound : {loop.lower, loop.upper})
      forEachRead(*bound, [&](const Place& p) { found = found || counters.contains(p.base); });
    return found;
  }

  /// What is read whenever the loop runs: not what a choice reads, or a branch.
  void collect(const Expr& e, const analysis::LoopFacts& facts, std::vector<Place>& steady) const {
    const auto* read = std::get_if<Load>(&e.node);
    if (read && !read->place.path.empty() && e.type->is(TypeKind::Real) && facts.isInvariant(e)) {
      if (std::ranges::none_of(steady, [&](const Place& p) { return isSame(p, read->place); }))
        steady.push_back(read->place);
      return;
    }
    forEachSureOperand(e, [&](const Expr& operand) { collect(operand, facts, steady); });
  }

  void readBefore(For& loop, const std::vector<Place>& steady, Location at,
                  std::span<const Stmt> after, Block& before) {
    std::vector<VarId> locals;
    for (const Place& place : steady) {
      const ExprRef value = isThereAnyway(kernel, place, before, after)
                                ? load(place)
                                : whereRuns(kernel, loop, load(place), real(0.0, place.type));
      locals.push_back(addLocal(kernel, kernel[place.base].name + "_here", place.type, at));
      before.push_back(declare(locals.back(), value, at));
    }
    readLocals(loop.body, [&](const ExprRef& e) {
      const auto* read = std::get_if<Load>(&e->node);
      const auto known = std::ranges::find_if(
          steady, [&](const Place& place) { return read && isSame(read->place, place); });
      return known == steady.end()
                 ? e
                 : load(kernel, locals[static_cast<std::size_t>(known - steady.begin())]);
    });
  }

  static void readLocals(Block& block, const std::function<ExprRef(const ExprRef&)>& local) {
    for (Stmt& stmt : block) {
      forEachExprSlot(stmt, [&](ExprRef& slot) { slot = rewrite(slot, local); });
      for (Block* inner : blocks(stmt))
        readLocals(*inner, local);
    }
  }
};

} // namespace

void hoistLoads(Kernel& adjoint) {
  LoadHoister(adjoint).hoistIn(adjoint.body);
}

} // namespace treelize::grad
