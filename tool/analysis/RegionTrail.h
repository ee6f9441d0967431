// A set of regions that goes into branches and loops and comes back: what a stretch of a kernel
// changes of it is undone and joined again at the cost of what has changed, however large the set
// is.
#pragma once

#include "analysis/Regions.h"

#include <map>
#include <vector>

namespace treelize::analysis {

/// The regions of each variable of which a stretch has added or forgotten some.
using RegionChanges = std::map<ir::VarId, RegionSet>;

class RegionTrail {
public:
  /// Adds a region; true when it was not there.
  bool insert(const ir::Place& place);
  /// Forgets the region and everything inside it.
  void erase(const Region& region);
  bool overlaps(const ir::Place& place) const { return now.overlaps(place); }
  bool overlaps(const Region& region) const { return now.overlaps(region); }

  /// From here on changes can be undone. Marks nest.
  void mark() { trail.emplace_back(); }
  /// Undoes the changes since the last mark: what they had made of the variables.
  RegionChanges rollBack();

  /// Adds what a stretch had made of its variables; true when something was new.
  bool merge(const RegionChanges& changes);
  /// What is there after one of two stretches, both of which began here.
  void join(const RegionChanges& one, const RegionChanges& other);

private:
  RegionSet now;
  std::vector<RegionChanges>
      trail; // what there was at each mark of the variables that have changed since

  void remember(ir::VarId variable);
};

} // namespace treelize::analysis
