#include "grad/plan/AskedElements.h"

#include "analysis/Regions.h"
#include "analysis/dependence/Dependences.h"
#include "ir/Same.h"
#include "ir/Walk.h"

#include <algorithm>

namespace treelize::grad {

using namespace ir;

/// More readings of one array are not compared with what overwrites it.
static constexpr std::size_t mostReadings = 64;

AskedElements::AskedElements(const Kernel& kernel) : kernel(kernel) {
  forEachStmt(kernel.body, [&](const Stmt& stmt) {
    const auto* s = std::get_if<Assign>(&stmt.node);
    if (s && isElement(s->target))
      arrays.insert(s->target.base);
  });
}

/// Of an array that is the kernel's own: what it does to others is put back for them.
bool AskedElements::isElement(const Place& place) const {
  const Variable& variable = kernel[place.base];
  return variable.role == Role::Local && !variable.byReference && !variable.type->isView() &&
         place.type->isScalar() && analysis::regionOf(place).hasIndex();
}

void AskedElements::add(const Place& place, const Stmt* by, bool afterwards) {
  if (!arrays.contains(place.base))
    return;
  std::vector<Reading>& known = readings[place.base];
  const bool isNew = std::ranges::none_of(known, [&](const Reading& r) {
    return r.by == by && r.afterwards == afterwards && isSame(r.element, place);
  });
  if (isNew && known.size() <= mostReadings)
    known.push_back({place, by, afterwards});
}

std::set<const Stmt*> AskedElements::unreadAmong(const std::set<const Stmt*>& overwrites) const {
  std::set<const Stmt*> found;
  if (arrays.empty())
    return found;
  const analysis::Dependences dependences(kernel);
  auto isRead = [&](const Reading& reading, const Stmt& stmt, const Place& target) {
    return analysis::overlap(reading.element, target) &&
           (!reading.by || dependences.mayReachBefore({reading.by, reading.element},
                                                      {&stmt, target}, !reading.afterwards));
  };
  for (const Stmt* stmt : overwrites) {
    const auto* s = std::get_if<Assign>(&stmt->node);
    if (!s || !isElement(s->target))
      continue;
    const auto all = readings.find(s->target.base);
    const bool isUnread =
        all == readings.end() || (all->second.size() <= mostReadings &&
                                  std::ranges::none_of(all->second, [&](const Reading& reading) {
                                    return isRead(reading, *stmt, s->target);
                                  }));
    if (isUnread)
      found.insert(stmt);
  }
  return found;
}

} // namespace treelize::grad
