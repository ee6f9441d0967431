// Activity: which values carry a derivative.
//
// A region is varied when it depends on an independent (a differentiable parameter or member),
// useful when a dependent (the result, or whatever the kernel writes for its caller) depends on it,
// active when both. The analysis does not look at the order of statements: a region that is active
// anywhere is active everywhere, which is coarse but never wrong.
#pragma once

#include "analysis/Regions.h"
#include "ir/IR.h"

#include <functional>

namespace treelize::analysis {

struct Activity {
  RegionSet varied, useful;
  bool enabled = true; // off: every differentiable value counts as active

  bool isActive(const ir::Kernel& kernel, const ir::Place& place) const;
  /// Does a derivative flow through the expression?
  bool isActive(const ir::Kernel& kernel, const ir::Expr& expr) const;
};

/// Is this variable differentiable, and the caller's to seed or to receive?
bool isIndependent(const ir::Variable& variable);

Activity findActivity(const ir::Kernel& kernel);

/// Every place whose value enters the expression differentiably (not as an index, condition or
/// size).
void forEachDifferentiableRead(const ir::Expr& expr,
                               const std::function<void(const ir::Place&)>& fn);

} // namespace treelize::analysis
