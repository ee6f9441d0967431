#include "analysis/OnlyValues.h"

#include "ir/Walk.h"

#include <set>

namespace treelize::analysis {

using namespace ir;

OnlyValues::OnlyValues(const Kernel& kernel, std::span<const Stmt> statements) {
  std::set<VarId> declaredAgain;
  forEachStmt(statements, [&](const Stmt& stmt) {
    const auto* local = std::get_if<Declare>(&stmt.node);
    if (local && local->value && !kernel[local->var].byReference &&
        beginnings_.emplace(local->var, local->value).second)
      return;
    if (local)
      declaredAgain.insert(local->var);
    forEachWritten(kernel, stmt, [&](const Place& place) { assigned_.insert(place); });
  });
  for (const VarId var : declaredAgain)
    beginnings_.erase(var);
}

ExprRef OnlyValues::beginningOf(VarId var) const {
  const auto found = beginnings_.find(var);
  return found == beginnings_.end() ? nullptr : found->second;
}

ExprRef OnlyValues::of(VarId var) const {
  return isAssigned(var) ? nullptr : beginningOf(var);
}

ExprRef OnlyValues::of(const Place& place) const {
  return place.path.empty() ? of(place.base) : nullptr;
}

} // namespace treelize::analysis
