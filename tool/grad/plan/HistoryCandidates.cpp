#include "grad/plan/HistoryCandidates.h"

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

template <class Value>
const Value* find(const std::map<const Stmt*, const Value*>& known, const Stmt& stmt) {
  const auto found = known.find(&stmt);
  return found == known.end() ? nullptr : found->second;
}

} // namespace

HistoryCandidates::HistoryCandidates(const Kernel& kernel, const StorageOptions& options,
                                     const StatementAdjointMap& adjoints) {
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

std::vector<const History*> HistoryCandidates::ofMaker(const Stmt& stmt) const {
  const auto found = makers.find(&stmt);
  std::vector<const History*> made;
  if (found != makers.end())
    std::ranges::copy_if(found->second, std::back_inserter(made),
                         [&](const History* history) { return !refused.contains(history); });
  return made;
}

const History* HistoryCandidates::ofElement(const Stmt& stmt) const {
  return unlessRefused(find(elements, stmt));
}

const History* HistoryCandidates::ofExchange(const Stmt& stmt) const {
  return unlessRefused(find(exchanges, stmt));
}

const History* HistoryCandidates::unlessRefused(const History* history) const {
  return refused.contains(history) ? nullptr : history;
}

void HistoryCandidates::refuseToPutBack(const Stmt& loop, const std::set<VarId>& arrays) {
  for (const History& history : of(loop))
    if (std::ranges::any_of(history.chain, [&](VarId array) {
          return arrays.contains(array) && !lasting.contains(array);
        }))
      refused.insert(&history);
}

bool HistoryCandidates::refuse(const Stmt& loop) {
  bool found = false;
  for (const History& history : of(loop))
    if (isAsked(history))
      found = refused.insert(&history).second || found;
  return found;
}

} // namespace treelize::grad
