#include "grad/finish/HoistLoads.h"

#include "analysis/Regions.h"
#include "grad/finish/LoopGuards.h"
#include "ir/Builder.h"
#include "ir/Same.h"
#include "ir/Substitute.h"
#include "ir/Walk.h"

#include <algorithm>
#include <ranges>
#include <set>
#include <span>

namespace treelize::grad {

using namespace ir;

namespace {

bool isStraight(const Stmt& stmt) {
  return std::holds_alternative<Assign>(stmt.node) || std::holds_alternative<Declare>(stmt.node);
}

/// Straight-line code that stores to memory.
bool isCandidate(const For& loop) {
  return std::ranges::all_of(loop.body, isStraight) &&
         std::ranges::any_of(loop.body, [](const Stmt& stmt) {
           const auto* s = std::get_if<Assign>(&stmt.node);
           return s && !s->target.path.empty();
         });
}

/// The operands that are computed whenever the expression is.
void forEachSureOperand(const Expr& e, const std::function<void(const Expr&)>& fn) {
  const auto* apply = std::get_if<Apply>(&e.node);
  if (apply && (apply->op == Op::land_ || apply->op == Op::lor_))
    fn(*apply->args[0]);
  else if (!std::holds_alternative<Select>(e.node))
    forEachOperand(e, fn);
}

bool surelyReads(const Expr& e, const Place& place) {
  const auto* read = std::get_if<Load>(&e.node);
  bool found = read && isSame(read->place, place);
  forEachSureOperand(e, [&](const Expr& operand) { found = found || surelyReads(operand, place); });
  return found;
}

bool surelyReads(const Stmt& stmt, const Place& place) {
  const auto* s = std::get_if<Assign>(&stmt.node);
  bool found = s && s->op != AssignOp::Set && isSame(s->target, place);
  forEachExpr(stmt, [&](const Expr& e) { found = found || surelyReads(e, place); });
  return found;
}

/// Straight-line code and choices between such, without calls.
bool surelyEnds(const Stmt& stmt) {
  bool holds = true;
  forEachStmt(std::span(&stmt, 1), [&](const Stmt& part) {
    holds = holds && (isStraight(part) || std::holds_alternative<If>(part.node));
    forEachExpr(part, [&](const Expr& e) {
      holds = holds && !any(e, [](const Expr& operand) {
                return std::holds_alternative<Opaque>(operand.node) ||
                       std::holds_alternative<Construct>(operand.node);
              });
    });
  });
  return holds;
}

/// May the place name another element after the statement, or none?
bool moves(const Kernel& kernel, const Stmt& stmt, const Place& place) {
  const std::span<const Stmt> statement(&stmt, 1);
  bool found = false;
  forEachStmt(statement, [&](const Stmt& part) {
    if (const Place* target = namedPlace(part))
      found = found || !target->type->isScalar();
    if (const auto* local = std::get_if<Declare>(&part.node))
      found = found || local->var == place.base;
  });
  const analysis::RegionSet written = analysis::writesOf(kernel, statement);
  forEachIndexRead(place, [&](const Place& p) { found = found || written.overlaps(p); });
  return found;
}

/// Is the element read next to the loop, whether or not that runs? Then it exists.
bool isReadAnyway(const Kernel& kernel, const Place& place, std::span<const Stmt> before,
                  std::span<const Stmt> after) {
  for (const Stmt& stmt : after) {
    if (!surelyEnds(stmt))
      break;
    if (surelyReads(stmt, place))
      return true;
    if (moves(kernel, stmt, place))
      break;
  }
  for (const Stmt& stmt : before | std::views::reverse) {
    if (!surelyEnds(stmt) || moves(kernel, stmt, place))
      break;
    if (surelyReads(stmt, place))
      return true;
  }
  return false;
}

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
    const analysis::RegionSet changing = analysis::writesOf(kernel, loop.body);
    std::vector<Place> steady;
    for (const Stmt& stmt : loop.body)
      forEachExpr(stmt, [&](const Expr& e) { collect(e, loop, changing, steady); });
    if (runsDifferently(loop)) // in a triangle a test costs as much as the reads that it saves
      std::erase_if(
          steady, [&](const Place& place) { return !isReadAnyway(kernel, place, before, after); });
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

  /// What is read whenever the loop runs: not what a choice reads.
  void collect(const Expr& e, const For& loop, const analysis::RegionSet& changing,
               std::vector<Place>& steady) const {
    const auto* read = std::get_if<Load>(&e.node);
    if (read && isSteady(read->place, loop, changing)) {
      if (std::ranges::none_of(steady, [&](const Place& p) { return isSame(p, read->place); }))
        steady.push_back(read->place);
      return;
    }
    forEachSureOperand(e, [&](const Expr& operand) { collect(operand, loop, changing, steady); });
  }

  static bool isSteady(const Place& place, const For& loop, const analysis::RegionSet& changing) {
    bool steady =
        !place.path.empty() && place.type->is(TypeKind::Real) && !changing.overlaps(place);
    forEachIndexRead(place, [&](const Place& p) {
      steady = steady && p.base != loop.counter && !changing.overlaps(p);
    });
    return steady;
  }

  void readBefore(For& loop, const std::vector<Place>& steady, Location at,
                  std::span<const Stmt> after, Block& before) {
    std::vector<VarId> locals;
    for (const Place& place : steady) {
      const ExprRef value = isReadAnyway(kernel, place, before, after)
                                ? load(place)
                                : whereRuns(kernel, loop, load(place), real(0.0, place.type));
      locals.push_back(addLocal(kernel, kernel[place.base].name + "_here", place.type, at));
      before.push_back(declare(locals.back(), value, at));
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
  LoadHoister(adjoint).hoistIn(adjoint.body);
}

} // namespace treelize::grad
