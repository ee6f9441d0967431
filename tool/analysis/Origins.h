// Whose memory the pointers and views that a kernel makes for itself may point into.
#pragma once

#include "ir/IR.h"

#include <map>
#include <set>

namespace treelize::analysis {

class Origins {
public:
  explicit Origins(const ir::Kernel& kernel);

  /// May two different variables have elements in common? Those of the caller's have none, nor have
  /// different rows of an array.
  bool mayMeet(ir::VarId a, ir::VarId b) const;

private:
  std::map<ir::VarId, std::set<ir::VarId>> sources; // of what is made of others
  std::map<ir::VarId, ir::ExprRef> rows;            // which row of an array a pointer leads to

  std::set<ir::VarId> rootsOf(ir::VarId variable) const;
  bool areDifferentRows(ir::VarId a, ir::VarId b) const;
};

} // namespace treelize::analysis
