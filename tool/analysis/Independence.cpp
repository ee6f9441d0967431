#include "analysis/Independence.h"

#include "analysis/Regions.h"
#include "ir/Walk.h"

#include <set>

namespace treelize::analysis {

using namespace ir;

namespace {

struct Accesses {
  std::set<VarId> locals;
  std::vector<Place> added, read;
  bool hasOtherEffects = false;
};

Accesses accessesOf(const Block& body) {
  Accesses found;
  auto read = [&](const Place& p) { found.read.push_back(p); };
  forEachStmt(body, [&](const Stmt& stmt) {
    if (const auto* s = std::get_if<Declare>(&stmt.node))
      found.locals.insert(s->var);
    else if (const auto* s = std::get_if<For>(&stmt.node))
      found.locals.insert(s->counter);
    else if (const auto* s = std::get_if<Assign>(&stmt.node)) {
      forEachIndexRead(s->target, read);
      if (s->op != AssignOp::Set)
        found.added.push_back(s->target);
      else if (!found.locals.contains(s->target.base))
        found.hasOtherEffects = true;
    } else if (!std::holds_alternative<If>(stmt.node) && !std::holds_alternative<Comment>(stmt.node)) {
      found.hasOtherEffects = true;
    }
    forEachExpr(stmt, [&](const Expr& e) { forEachRead(e, read); });
  });
  return found;
}

} // namespace

bool isOrderFree(const Block& body) {
  const Accesses found = accessesOf(body);
  if (found.hasOtherEffects)
    return false;
  for (const Place& sum : found.added) {
    if (found.locals.contains(sum.base))
      continue;
    for (const Place& read : found.read)
      if (overlap(sum, read))
        return false;
  }
  return true;
}

} // namespace treelize::analysis
