#include "grad/plan/HistoryCandidates.h"

#include "ir/Builder.h"
#include "ir/Walk.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <span>

namespace treelize::grad {

using namespace ir;
using analysis::Histories;
using analysis::History;

namespace {

/// Its adjoint, what stands behind the assignment, or a local that the element holds from now on.
bool mayReadNew(const History& history, const StatementAdjointMap& adjoints) {
  const auto& assigned = std::get<Assign>(history.element->node);
  if (adjoints.at(history.element).usesResult || std::holds_alternative<Load>(assigned.value->node))
    return true;
  const std::span all(*history.innermost);
  const auto behind = static_cast<std::size_t>(history.element - all.data()) + 1;
  return mentions(all.subspan(behind), history.chain.front());
}

} // namespace

HistoryCandidates::HistoryCandidates(const Kernel& kernel, const StorageOptions& options,
                                     const StatementAdjointMap& adjoints, Needs& needs)
    : kernel(kernel), needs(needs) {
  if (options.passes.contains(Pass::histories))
    all = options.histories;
  all.erase(options.checkpoint.loop);
  if (!options.bodyEnds)
    for (const Stmt& stmt : kernel.body) {
      outermost.insert(&stmt);
      if (const std::optional<VarId> local = declared(stmt))
        lasting.insert(*local);
    }
  for (auto& [loop, histories] : all) {
    const auto own = options.privateArrays.find(&std::get<For>(loop->node).body);
    if (own != options.privateArrays.end())
      std::erase_if(histories, [&](const History& history) {
        return own->second.contains(history.chain.front());
      });
    if (options.bodyEnds)
      std::erase_if(histories, [](const History& history) { return !history.length; });
    for (const History& history : histories) {
      makers[history.maker].push_back(&history);
      elements[history.element] = &history;
      for (const Stmt* exchange : history.exchanges)
        exchanges[exchange] = &history;
      if (mayReadNew(history, adjoints))
        readingNew.insert(&history);
    }
  }
}

const std::vector<History>& HistoryCandidates::of(const Stmt& loop) const {
  static const std::vector<History> none;
  const auto found = all.find(&loop);
  return found == all.end() ? none : found->second;
}

const History* HistoryCandidates::unlessRefused(const ByStatement& known, const Stmt& stmt) const {
  const auto found = known.find(&stmt);
  return found == known.end() || refused.contains(found->second) ? nullptr : found->second;
}

bool HistoryCandidates::isAsked(const History& history) const {
  return asked.contains(&history) && !refused.contains(&history);
}

std::set<VarId> HistoryCandidates::enter(const Stmt& loop) {
  std::set<VarId> before;
  for (const History& history : of(loop))
    for (const VarId array : history.chain)
      if (isNeeded(array)) {
        before.insert(array);
        if (!lasting.contains(array))
          refused.insert(&history);
      }
  return before;
}

bool HistoryCandidates::refuse(const Stmt& loop) {
  bool found = false;
  for (const History& history : of(loop))
    if (isAsked(history))
      found = refused.insert(&history).second || found;
  return found;
}

std::vector<HistoryPlan> HistoryCandidates::leave(const Stmt& loop, const std::set<VarId>& before) {
  std::vector<HistoryPlan> kept;
  const auto& counted = std::get<For>(loop.node);
  for (const History& history : of(loop)) {
    if (!isAsked(history))
      continue;
    for (const ExprRef& size : {counted.lower, counted.upper, history.length})
      if (size)
        needs.addReads(*size);
    kept.push_back({history, {}, asked.at(&history)});
    for (const VarId array : history.chain) {
      if (before.contains(array))
        kept.back().putBack.insert(array);
      needs.regions.erase(analysis::Region{array, {}});
    }
  }
  return kept;
}

void HistoryCandidates::madeAnew(const Stmt& stmt) {
  const auto found = makers.find(&stmt);
  if (found == makers.end())
    return;
  for (const History* history : found->second) {
    const Place array = place(kernel, history->chain.front());
    if (refused.contains(history) || !isNeeded(array.base))
      continue;
    asked.emplace(history, needs.readerOf(array));
    needs.regions.erase(analysis::Region{array.base, {}});
    if (readingNew.contains(history))
      needs.addRegion(array);
  }
}

bool HistoryCandidates::turn(const Stmt& stmt) {
  const History* history = unlessRefused(exchanges, stmt);
  if (!history)
    return false;
  const auto first =
      std::ranges::find_if(history->chain, [&](VarId array) { return isNeeded(array); });
  if (first == history->chain.end())
    return true;
  asked.emplace(history, needs.readerOf(place(kernel, *first)));
  for (const VarId array : history->chain) {
    needs.addRegion(place(kernel, array));
    needs.asked.add(place(kernel, array), nullptr, /*afterwards=*/false);
  }
  return true;
}

} // namespace treelize::grad
