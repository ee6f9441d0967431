#include "analysis/Independence.h"

#include "analysis/Regions.h"
#include "ir/Walk.h"

#include <algorithm>
#include <set>

namespace treelize::analysis {

using namespace ir;

namespace {

struct Accesses {
  std::vector<Place> added, read;
  bool hasOtherEffects = false;
};

/// What the code does to variables that live longer than itself.
Accesses accessesOf(const Block& code) {
  const std::set<VarId> own = declaredIn(code);
  Accesses found;
  auto read = [&](const Place& p) { found.read.push_back(p); };
  forEachStmt(code, [&](const Stmt& stmt) {
    forEachExpr(stmt, [&](const Expr& e) { forEachRead(e, read); });
    found.hasOtherEffects = found.hasOtherEffects || std::holds_alternative<Abandon>(stmt.node) ||
                            std::holds_alternative<Call>(stmt.node);
    const Place* place = namedPlace(stmt);
    if (!place)
      return;
    forEachIndexRead(*place, read);
    const auto* assigned = std::get_if<Assign>(&stmt.node);
    if (own.contains(place->base) || std::holds_alternative<Push>(stmt.node))
      return;
    if (assigned && assigned->op != AssignOp::Set)
      found.added.push_back(*place);
    else
      found.hasOtherEffects = true;
  });
  return found;
}

} // namespace

bool onlyAdds(const Block& code) {
  const Accesses found = accessesOf(code);
  return !found.hasOtherEffects && std::ranges::none_of(found.added, [&](const Place& sum) {
    return std::ranges::any_of(found.read, [&](const Place& read) { return overlap(sum, read); });
  });
}

bool isOrderFree(const Block& body) { return !usesTape(body) && onlyAdds(body); }

} // namespace treelize::analysis
