#include "grad/plan/AskedElements.h"

#include "analysis/Regions.h"
#include "analysis/dependence/Dependences.h"
#include "ir/Same.h"
#include "ir/Walk.h"

#include <algorithm>
#include <iterator>

namespace treelize::grad {

using namespace ir;

/// More readings of one array are not compared with what overwrites it, nor more pairs of both.
static constexpr std::size_t mostReadings = 64, mostPairs = 10000;

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

/// Of each array how many loops around its mentions make it anew in every iteration.
std::map<VarId, std::size_t>
AskedElements::ownLoops(const analysis::Dependences& dependences,
                        const analysis::PrivateArrays& privateArrays) const {
  std::map<VarId, std::size_t> loops;
  forEachStmt(kernel.body, [&](const Stmt& stmt) {
    if (const auto* local = std::get_if<Declare>(&stmt.node); local && arrays.contains(local->var))
      loops[local->var] = dependences.loopsAround(stmt).size();
  });
  forEachStmt(kernel.body, [&](const Stmt& stmt) {
    if (!isLoop(stmt))
      return;
    const auto own = privateArrays.find(blocks(stmt).front());
    if (own != privateArrays.end())
      for (const auto& [array, size] : own->second)
        loops[array] = dependences.loopsAround(stmt).size() + 1;
  });
  return loops;
}

std::set<const Stmt*>
AskedElements::unreadAmong(const std::set<const Stmt*>& overwrites,
                           const analysis::PrivateArrays& privateArrays) const {
  std::set<const Stmt*> found;
  if (arrays.empty())
    return found;
  const analysis::Dependences dependences(kernel);
  const std::map<VarId, std::size_t> own = ownLoops(dependences, privateArrays);
  auto isRead = [&](const Reading& reading, const Stmt& stmt, const Place& target) {
    const auto together = own.find(target.base);
    return analysis::overlap(reading.element, target) &&
           (!reading.by || dependences.mayReachBefore(
                               {reading.by, reading.element}, {&stmt, target}, !reading.afterwards,
                               together == own.end() ? 0 : together->second));
  };
  std::map<VarId, std::vector<const Stmt*>> writers;
  for (const Stmt* stmt : overwrites)
    if (const auto* s = std::get_if<Assign>(&stmt->node); s && isElement(s->target))
      writers[s->target.base].push_back(stmt);
  for (const auto& [array, statements] : writers) {
    const auto known = readings.find(array);
    const std::vector<Reading> all =
        known == readings.end() ? std::vector<Reading>{} : known->second;
    if (all.size() > mostReadings || all.size() * statements.size() > mostPairs)
      continue;
    std::ranges::copy_if(statements, std::inserter(found, found.end()), [&](const Stmt* stmt) {
      const Place& target = std::get<Assign>(stmt->node).target;
      return std::ranges::none_of(
          all, [&](const Reading& reading) { return isRead(reading, *stmt, target); });
    });
  }
  return found;
}

} // namespace treelize::grad
