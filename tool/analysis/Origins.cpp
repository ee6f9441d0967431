#include "analysis/Origins.h"

#include "analysis/Indices.h"
#include "ir/Exchanges.h"
#include "ir/Intrinsics.h"
#include "ir/Same.h"
#include "ir/Walk.h"

#include <algorithm>
#include <vector>

namespace treelize::analysis {

using namespace ir;

namespace {

bool pointsElsewhere(const Variable& variable) {
  return variable.type->isView() || variable.byReference;
}

} // namespace

Origins::Origins(const Kernel& kernel) {
  auto comesFrom = [&](VarId view, const ExprRef& value) {
    if (value && pointsElsewhere(kernel[view]))
      forEachLoad(*value, [&](const Place& p) {
        if (!kernel[p.base].type->isScalar())
          sources[view].insert(p.base);
      });
  };
  std::vector<std::pair<VarId, VarId>> exchanged;
  forEachStmt(kernel.body, [&](const Stmt& stmt) {
    if (const auto* s = std::get_if<GiveBack>(&stmt.node))
      sources[s->array].insert(s->taken);
    if (const auto* s = std::get_if<Declare>(&stmt.node)) {
      comesFrom(s->var, s->value);
      const Opaque* row = s->value ? asIntrinsic(*s->value, Intrinsic::row) : nullptr;
      if (row && row->args.size() == 3)
        rows[s->var] = s->value;
    }
    // What a reference names stays where it is.
    if (const auto* s = std::get_if<Assign>(&stmt.node);
        s && s->target.path.empty() && kernel[s->target.base].type->isView())
      comesFrom(s->target.base, s->value);
    if (const std::optional<Exchange> s = exchangeOf(stmt))
      exchanged.emplace_back(s->a.base, s->b.base);
  });
  // What points into one of two that change places points into the other one afterwards.
  for (auto& [view, from] : sources)
    for (bool grew = true; grew;) {
      const std::size_t before = from.size();
      for (const auto& [a, b] : exchanged)
        if (from.contains(a) || from.contains(b))
          from.insert({a, b});
      grew = from.size() != before;
    }
}

/// Of one array, by numbers that differ wherever both are known.
bool Origins::areDifferentRows(VarId a, VarId b) const {
  const auto first = rows.find(a), second = rows.find(b);
  if (first == rows.end() || second == rows.end())
    return false;
  const auto &x = std::get<Opaque>(first->second->node).args,
             &y = std::get<Opaque>(second->second->node).args;
  return isSame(*x[0], *y[0]) && isSame(*x[2], *y[2]) && distance(*x[1], *y[1]).value_or(0) != 0;
}

bool Origins::mayMeet(VarId a, VarId b) const {
  if (areDifferentRows(a, b))
    return false;
  const std::set<VarId> roots = rootsOf(a);
  return std::ranges::any_of(rootsOf(b), [&](VarId root) { return roots.contains(root); });
}

std::set<VarId> Origins::rootsOf(VarId variable) const {
  std::set<VarId> reached{variable}, roots;
  std::vector<VarId> open{variable};
  while (!open.empty()) {
    const VarId next = open.back();
    open.pop_back();
    const auto from = sources.find(next);
    if (from == sources.end())
      roots.insert(next);
    else
      for (const VarId source : from->second)
        if (reached.insert(source).second)
          open.push_back(source);
  }
  return roots;
}

} // namespace treelize::analysis
