// Which whole numbers and truth values of a kernel are the same for all values of its real numbers.
//
// A guard stands for a condition on real numbers: that a branch is taken, that a loop goes on, that a
// flag of the kernel's own is set. What is assigned where a guard holds is known as long as it holds,
// and unknown from then on. Guards that are known to hold where one stands are assumed.
#pragma once

#include "analysis/Regions.h"
#include "ir/IR.h"

#include <map>
#include <set>
#include <vector>

namespace treelize::pattern {

using Guard = unsigned;
using Guards = std::set<Guard>;

/// That the flag has this value.
inline Guard guardOf(ir::VarId flag, bool value) {
  return 2 * flag.index + value;
}

class Knowledge {
public:
  bool isUnknown(const ir::Place& place, const Guards& assumed) const;
  /// Known as long as all of these hold.
  void learn(const ir::Place& place, const std::vector<Guard>& guards);
  void forget(const ir::Place& place);
  /// What held under the guard is unknown: it begins to hold anew.
  void restart(Guard guard);
  /// As long as `to` holds, `from` does.
  void transfer(Guard from, Guard to);
  /// What is unknown in one of them is so; true when something was new.
  bool merge(const Knowledge& other);

private:
  analysis::RegionSet unknown;
  std::map<Guard, analysis::RegionSet> under; // unknown once the guard does not hold
};

} // namespace treelize::pattern
