#include "grad/plan/StoredNumbers.h"

#include "ir/Walk.h"

namespace treelize::grad {

using namespace ir;

namespace {

constexpr double iterations = 100;

double savedIn(const Block& block, const StoragePlan& plan) {
  const auto ends = plan.scopes.find(&block);
  double saved = ends == plan.scopes.end() ? 0 : static_cast<double>(ends->second.saved.size());
  for (const Stmt& stmt : block) {
    saved += plan.saves(stmt) ? 1 : 0;
    for (const Block* inner : blocks(stmt))
      saved += savedIn(*inner, plan) * (isLoop(stmt) ? iterations : 1);
  }
  return saved;
}

} // namespace

std::set<VarId> storedIn(const Kernel& kernel, const StoragePlan& plan) {
  std::set<VarId> stored;
  for (const auto& [block, ends] : plan.scopes)
    stored.insert(ends.saved.begin(), ends.saved.end());
  forEachStmt(kernel.body, [&](const Stmt& stmt) {
    if (const auto* s = std::get_if<Assign>(&stmt.node); s && plan.saves(stmt))
      stored.insert(s->target.base);
  });
  return stored;
}

StoredNumbers storedNumbers(const Kernel& kernel, const StoragePlan& plan) {
  StoredNumbers found{.saved = savedIn(kernel.body, plan), .histories = 0};
  for (const auto& [loop, histories] : plan.histories)
    found.histories += histories.size();
  return found;
}

} // namespace treelize::grad
