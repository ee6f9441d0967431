#include "grad/Fusion.h"

#include "analysis/Independence.h"
#include "grad/LateReads.h"
#include "ir/Loops.h"
#include "ir/Walk.h"

#include <algorithm>
#include <set>
#include <span>

namespace treelize::grad {

using namespace ir;

namespace {

std::optional<MeetingSweeps> meetIn(const Kernel& kernel, const Block& block,
                                    const StoragePlan& plan, Sweeps& sweeps);

/// Does the reverse sweep put anything of these statements back that they do not own?
bool isUndone(const Kernel& kernel, std::span<const Stmt> statements, const StoragePlan& plan,
              const std::set<VarId>& own) {
  bool found = false;
  forEachStmt(statements, [&](const Stmt& stmt) {
    if (plan.overwrites.contains(&stmt))
      forEachWritten(kernel, stmt,
                     [&](const Place& place) { found = found || !own.contains(place.base); });
  });
  return found;
}

/// Its shadows, what it does and what reverses it, while its locals are there. A loop of its own
/// may be where these two meet in turn.
Block iterationOf(const Kernel& kernel, const Block& body, const StoragePlan& plan, Sweeps& sweeps,
                  std::set<const Stmt*>& loops) {
  std::optional<MeetingSweeps> inner = meetIn(kernel, body, plan, sweeps);
  if (!inner)
    return sweeps.forwardAndReverse(body);
  Block out;
  for (Block* part : {&inner->forward, &inner->meeting, &inner->rest, &inner->reverse})
    std::ranges::move(*part, std::back_inserter(out));
  loops.merge(inner->loops);
  return out;
}

std::optional<MeetingSweeps> meetAt(const Kernel& kernel, const Block& block, std::size_t at,
                                    const StoragePlan& plan, Sweeps& sweeps) {
  const std::span<const Stmt> all = block;
  const auto& loop = std::get<For>(all[at].node);
  std::set<VarId> own = declaredIn(loop.body);
  own.merge(analysis::privateArraysIn(plan.privateArrays, loop.body));
  const bool isApart = analysis::onlyAdds(loop.body, own) &&
                       !isUndone(kernel, loop.body, plan, own) &&
                       !isUndone(kernel, all.subspan(at + 1), plan, {});
  const Block backwards = isApart ? sweeps.reverse(std::span(loop.body)) : Block();
  if (backwards.empty())
    return std::nullopt;

  Block code = sweeps.shadowsOf(block);
  std::ranges::move(sweeps.reverse(all.subspan(at + 1)), std::back_inserter(code));
  if (usesTape(code))
    return std::nullopt;
  std::optional<AroundLoop> around =
      aroundLoop(kernel, all.subspan(at), plan.idle, std::move(code), backwards);
  MeetingSweeps result;
  result.rest = sweeps.forward(all.subspan(at + 1));
  if (!around || usesTape(result.rest) || mayAbandon(result.rest))
    return std::nullopt;
  result.meeting = std::move(around->before);
  result.reverse = std::move(around->behind);

  Block iteration = iterationOf(kernel, loop.body, plan, sweeps, result.loops);
  std::set<VarId> ownOfBoth = declaredIn(iteration);
  for (VarId var : own) {
    ownOfBoth.insert(var);
    if (sweeps.hasShadow(var))
      ownOfBoth.insert(sweeps.shadowOf(var));
  }
  if (!analysis::onlyAdds(iteration, ownOfBoth))
    return std::nullopt;
  const bool hasOwnTape = loop.parallel && usesTape(iteration);
  result.meeting.push_back(
      Stmt{all[at].location, For{loop.counter, loop.lower, loop.upper, loop.step, loop.descending,
                                 std::move(iteration), loop.parallel, hasOwnTape}});
  result.forward = sweeps.forward(all.first(at));
  std::ranges::move(sweeps.reverse(all.first(at)), std::back_inserter(result.reverse));
  result.loops.insert(&all[at]);
  return result;
}

std::optional<MeetingSweeps> meetIn(const Kernel& kernel, const Block& block,
                                    const StoragePlan& plan, Sweeps& sweeps) {
  std::vector<std::pair<unsigned, std::size_t>> loops; // by depth and position
  for (std::size_t i = 0; i < block.size(); ++i)
    if (const auto* loop = std::get_if<For>(&block[i].node);
        loop && !plan.rerun.contains(&block[i]))
      loops.emplace_back(loopDepth(loop->body), i);
  // The deepest nest has the largest tape; of equals the last one comes first.
  std::ranges::sort(loops, std::ranges::greater{});
  for (const auto& [depth, at] : loops)
    if (std::optional<MeetingSweeps> found = meetAt(kernel, block, at, plan, sweeps))
      return found;
  return std::nullopt;
}

} // namespace

std::optional<MeetingSweeps> meetingSweeps(const Kernel& kernel, const StoragePlan& plan,
                                           Sweeps& sweeps) {
  return meetIn(kernel, kernel.body, plan, sweeps);
}

} // namespace treelize::grad
