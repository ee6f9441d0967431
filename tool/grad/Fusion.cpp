#include "grad/Fusion.h"

#include "analysis/Regions.h"
#include "ir/Walk.h"

#include <algorithm>
#include <set>
#include <span>

namespace treelize::grad {

using namespace ir;

namespace {

bool usesTape(std::span<const Stmt> statements) {
  return std::ranges::any_of(statements, [](const Stmt& stmt) {
    if (std::holds_alternative<Push>(stmt.node) || std::holds_alternative<Pop>(stmt.node))
      return true;
    return std::ranges::any_of(blocks(stmt), [](const Block* b) { return usesTape(*b); });
  });
}

std::set<VarId> declaredIn(const Block& block) {
  std::set<VarId> found;
  forEachStmt(block, [&](const Stmt& stmt) {
    if (const auto* local = std::get_if<Declare>(&stmt.node))
      found.insert(local->var);
    if (const auto* loop = std::get_if<For>(&stmt.node))
      found.insert(loop->counter);
  });
  return found;
}

/// What the code does to variables that live longer than itself.
struct Traffic {
  std::set<VarId> read, added;
  bool hasOtherWrites = false;
};

Traffic trafficOf(const Block& block, const std::set<VarId>& own) {
  Traffic found;
  auto read = [&](const Place& p) {
    if (!own.contains(p.base))
      found.read.insert(p.base);
  };
  forEachStmt(block, [&](const Stmt& stmt) {
    forEachExpr(stmt, [&](const Expr& e) { forEachRead(e, read); });
    found.hasOtherWrites = found.hasOtherWrites || std::holds_alternative<Abandon>(stmt.node);
    const Place* place = namedPlace(stmt);
    if (!place)
      return;
    forEachIndexRead(*place, read);
    if (own.contains(place->base) || std::holds_alternative<Push>(stmt.node))
      return;
    const auto* sum = std::get_if<Assign>(&stmt.node);
    if (sum && sum->op != AssignOp::Set)
      found.added.insert(place->base);
    else
      found.hasOtherWrites = true;
  });
  return found;
}

/// Nothing but sums leaves the code, and it does not look at them.
bool onlyAdds(const Traffic& traffic) {
  return !traffic.hasOtherWrites &&
         std::ranges::none_of(traffic.added, [&](VarId v) { return traffic.read.contains(v); });
}

/// Does the code read a value that the statements have yet to compute? The size of a container is there as long as
/// only its elements change.
class LateReads {
public:
  LateReads(const Kernel& kernel, std::span<const Stmt> statements) {
    forEachStmt(statements, [&](const Stmt& stmt) {
      if (const auto* loop = std::get_if<For>(&stmt.node))
        written.push_back({loop->counter, {}});
      if (std::optional<Place> place = ir::written(kernel, stmt))
        written.push_back(analysis::regionOf(*place));
    });
  }

  bool in(const Block& code) {
    const std::set<VarId> own = declaredIn(code); // a counter, or a local that is computed again
    std::erase_if(written, [&](const analysis::Region& w) { return own.contains(w.base); });
    bool found = false;
    forEachStmt(code, [&](const Stmt& stmt) {
      forEachExpr(stmt, [&](const Expr& e) { found = found || in(e); });
      if (const Place* place = namedPlace(stmt))
        for (const Selector& selector : place->path)
          for (const ExprRef& index : selector.indices)
            found = found || in(*index);
    });
    return found;
  }

private:
  std::vector<analysis::Region> written;

  bool in(const Expr& expr) const {
    if (const auto* e = std::get_if<Load>(&expr.node); e && touches(e->place, false))
      return true;
    if (const auto* e = std::get_if<Size>(&expr.node); e && touches(e->container, true))
      return true;
    if (const auto* e = std::get_if<ZerosLike>(&expr.node); e && touches(e->of, true))
      return true;
    bool found = false;
    forEachOperand(expr, [&](const Expr& operand) { found = found || in(operand); });
    return found;
  }

  bool touches(const Place& place, bool asksForSize) const {
    const analysis::Region region = analysis::regionOf(place);
    return std::ranges::any_of(written, [&](const analysis::Region& w) {
      const bool isElement = w.path.size() > region.path.size();
      return analysis::overlap(w, region) && !(asksForSize && isElement);
    });
  }
};

unsigned depthOf(const Block& block) {
  unsigned depth = 0;
  for (const Stmt& stmt : block)
    for (const Block* inner : blocks(stmt)) {
      const bool isLoop = std::holds_alternative<For>(stmt.node) || std::holds_alternative<While>(stmt.node);
      depth = std::max(depth, depthOf(*inner) + (isLoop ? 1 : 0));
    }
  return depth;
}

/// Does the reverse sweep put anything of these statements back that they do not own?
bool isUndone(std::span<const Stmt> statements, const StoragePlan& plan, const std::set<VarId>& own) {
  bool found = false;
  forEachStmt(statements, [&](const Stmt& stmt) {
    found = found || (plan.overwrites.contains(&stmt) && !own.contains(namedPlace(stmt)->base));
  });
  return found;
}

std::optional<MeetingSweeps> meetAt(const Kernel& kernel, std::size_t at, const StoragePlan& plan, Sweeps& sweeps) {
  const std::span<const Stmt> all = kernel.body;
  const auto& loop = std::get<For>(all[at].node);
  const std::set<VarId> own = declaredIn(loop.body);
  const bool isApart = onlyAdds(trafficOf(loop.body, own)) && !isUndone(loop.body, plan, own) &&
                       !isUndone(all.subspan(at + 1), plan, {});
  if (!isApart || sweeps.reverse(std::span(loop.body)).empty())
    return std::nullopt;

  LateReads late(kernel, all.subspan(at));
  MeetingSweeps result;
  result.meeting = sweeps.shadowsOfBody();
  std::ranges::move(sweeps.reverse(all.subspan(at + 1)), std::back_inserter(result.meeting));
  result.rest = sweeps.forward(all.subspan(at + 1));
  if (late.in(result.meeting) || usesTape(result.meeting) || usesTape(result.rest))
    return std::nullopt;

  Block iteration = sweeps.forwardAndReverse(loop.body);
  std::set<VarId> local = declaredIn(iteration);
  local.insert(loop.counter);
  if (!onlyAdds(trafficOf(iteration, local)))
    return std::nullopt;
  result.meeting.push_back(
      Stmt{all[at].location, For{loop.counter, loop.lower, loop.upper, loop.step, loop.descending, std::move(iteration)}});
  result.forward = sweeps.forward(all.first(at));
  result.reverse = sweeps.reverse(all.first(at));
  return result;
}

} // namespace

std::optional<MeetingSweeps> meetingSweeps(const Kernel& kernel, const StoragePlan& plan, Sweeps& sweeps) {
  std::vector<std::size_t> loops;
  for (std::size_t i = kernel.body.size(); i-- > 0;)
    if (std::holds_alternative<For>(kernel.body[i].node))
      loops.push_back(i);
  // The deepest nest has the largest tape.
  std::ranges::stable_sort(loops, std::ranges::greater{},
                           [&](std::size_t i) { return depthOf(std::get<For>(kernel.body[i].node).body); });
  for (std::size_t at : loops)
    if (std::optional<MeetingSweeps> found = meetAt(kernel, at, plan, sweeps))
      return found;
  return std::nullopt;
}

} // namespace treelize::grad
