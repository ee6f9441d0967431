// Whose memory the pointers and views that a kernel makes for itself may point into.
#pragma once

#include "ir/IR.h"

#include <map>
#include <set>

namespace treelize::analysis {

class Origins {
public:
  explicit Origins(const ir::Kernel& kernel);

  /// May two different variables have elements in common? Those of the caller's have none.
  bool mayMeet(ir::VarId a, ir::VarId b) const;

private:
  std::map<ir::VarId, std::set<ir::VarId>> sources; // of what is made of others

  std::set<ir::VarId> rootsOf(ir::VarId variable) const;
};

} // namespace treelize::analysis
