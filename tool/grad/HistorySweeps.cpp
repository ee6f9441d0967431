#include "grad/HistorySweeps.h"

#include <algorithm>
#include <iterator>
#include <ranges>

namespace treelize::grad {

using namespace ir;

namespace {

void append(Block more, Block& to) {
  std::ranges::move(more, std::back_inserter(to));
}

std::span<Stmt> since(Block& block, std::size_t from) {
  return std::span(block).subspan(from);
}

} // namespace

void HistorySweeps::enter(const Stmt& loop) {
  const auto planned = plan.histories.find(&loop);
  if (planned == plan.histories.end() || known.contains(&loop))
    return;
  const bool isOnTop =
      plan.indexed.contains(&loop) || !savesAnything(std::get<For>(loop.node).body, plan);
  const auto found = isOnTop ? HistoryRows::Found::OnTop : HistoryRows::Found::ByPointer;
  for (const HistoryPlan& history : planned->second)
    known[&loop].emplace_back(kernel, loop, history, found);
}

std::deque<HistoryRows>& HistorySweeps::of(const Stmt& loop) {
  static std::deque<HistoryRows> none;
  const auto found = known.find(&loop);
  return found == known.end() ? none : found->second;
}

Block HistorySweeps::forward(const Stmt& loop, Block otherTakes, For swept) {
  Block out, body;
  for (HistoryRows& rows : of(loop)) {
    append(rows.beforeForward(), out);
    append(rows.forwardRows(), body);
  }
  append(std::move(otherTakes), out);
  append(std::move(swept.body), body);
  swept.body = std::move(body);
  out.push_back(Stmt{loop.location, std::move(swept)});
  for (HistoryRows& rows : of(loop))
    append(rows.afterForward(), out);
  return out;
}

Block HistorySweeps::reverse(const Stmt& loop, For swept) {
  Block out, body;
  for (HistoryRows& rows : std::views::reverse(of(loop))) {
    append(rows.beforeReverse(), out);
    append(rows.reverseRows(), body);
  }
  if (!swept.body.empty()) {
    append(std::move(swept.body), body);
    swept.body = std::move(body);
    out.push_back(Stmt{loop.location, std::move(swept)});
  }
  for (HistoryRows& rows : std::views::reverse(of(loop)))
    append(rows.afterReverse(), out);
  return out;
}

void HistorySweeps::each(const std::function<void(const HistoryRows&)>& fn) const {
  for (const auto& [loop, histories] : known)
    std::ranges::for_each(histories, fn);
}

void HistorySweeps::before(const Stmt& stmt, Block& forward) const {
  each([&](const HistoryRows& rows) { append(rows.before(stmt), forward); });
}

bool HistorySweeps::isExchange(const Stmt& stmt) const {
  bool found = false;
  each([&](const HistoryRows& rows) { found = found || rows.isExchange(stmt); });
  return found;
}

void HistorySweeps::rename(const Stmt& stmt, Block& forward, std::size_t from) const {
  each([&](const HistoryRows& rows) { rows.rename(stmt, since(forward, from)); });
}

void HistorySweeps::renameReverse(const Stmt& stmt, Block& reverse, std::size_t from,
                                  bool readsNew) const {
  each([&](const HistoryRows& rows) { rows.renameReverse(stmt, since(reverse, from), readsNew); });
}

void HistorySweeps::renameBehind(const Stmt& stmt, Block& reverse, std::size_t from) const {
  each([&](const HistoryRows& rows) { rows.renameBehind(stmt, since(reverse, from)); });
}

} // namespace treelize::grad
