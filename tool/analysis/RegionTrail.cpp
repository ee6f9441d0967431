#include "analysis/RegionTrail.h"

namespace treelize::analysis {

using namespace ir;

void RegionTrail::remember(VarId variable) {
  if (!trail.empty() && !trail.back().contains(variable))
    trail.back().emplace(variable, now.of(variable));
}

bool RegionTrail::insert(const Place& place) {
  const Region region = regionOf(place);
  if (now.contains(region))
    return false;
  remember(place.base);
  return now.insert(region);
}

void RegionTrail::erase(const Region& region) {
  remember(region.base);
  now.erase(region);
}

RegionChanges RegionTrail::rollBack() {
  RegionChanges changes = std::move(trail.back());
  trail.pop_back();
  for (auto& [variable, before] : changes) {
    RegionSet after = now.of(variable);
    now.replace(variable, before);
    before = std::move(after);
  }
  return changes;
}

bool RegionTrail::merge(const RegionChanges& changes) {
  bool grew = false;
  for (const auto& [variable, regions] : changes) {
    remember(variable);
    grew |= now.merge(regions);
  }
  return grew;
}

void RegionTrail::join(const RegionChanges& one, const RegionChanges& other) {
  auto add = [&](VarId variable, const RegionSet& regions, const RegionChanges& others) {
    const auto found = others.find(variable);
    RegionSet all = found == others.end() ? now.of(variable) : found->second;
    all.merge(regions);
    remember(variable);
    now.replace(variable, all);
  };
  for (const auto& [variable, regions] : one)
    add(variable, regions, other);
  for (const auto& [variable, regions] : other)
    if (!one.contains(variable))
      add(variable, regions, one);
}

} // namespace treelize::analysis
