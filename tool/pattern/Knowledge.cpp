#include "pattern/Knowledge.h"

#include <algorithm>

namespace treelize::pattern {

using analysis::Region;

bool Knowledge::isUnknown(const ir::Place& place, const Guards& assumed) const {
  const Region region = analysis::regionOf(place);
  return unknown.overlaps(region) || std::ranges::any_of(under, [&](const auto& entry) {
           return !assumed.contains(entry.first) && entry.second.overlaps(region);
         });
}

void Knowledge::learn(const ir::Place& place, const std::vector<Guard>& guards) {
  const Region region = analysis::regionOf(place);
  if (!region.hasIndex()) { // else the other elements stay what they are
    unknown.erase(region);
    for (auto& [guard, regions] : under)
      regions.erase(region);
  }
  for (const Guard guard : guards)
    under[guard].insert(region);
}

void Knowledge::forget(const ir::Place& place) {
  unknown.insert(place);
}

void Knowledge::restart(Guard guard) {
  if (const auto found = under.find(guard); found != under.end()) {
    unknown.merge(found->second);
    under.erase(found);
  }
}

void Knowledge::transfer(Guard from, Guard to) {
  if (const auto found = under.find(from); found != under.end()) {
    const analysis::RegionSet regions = std::move(found->second);
    under.erase(found);
    under[to].merge(regions);
  }
}

bool Knowledge::merge(const Knowledge& other) {
  bool isNew = unknown.merge(other.unknown);
  for (const auto& [guard, regions] : other.under)
    isNew = under[guard].merge(regions) || isNew;
  return isNew;
}

} // namespace treelize::pattern
