// Which locals matter only under a condition.
//
// The adjoint of such a local is exactly zero where its readers did not run. Multiplied by a
// partial that is infinite there (the root of an unused zero), zero would become NaN; so its
// adjoint is guarded.
#pragma once

#include "ir/IR.h"

#include <set>

namespace treelize::analysis {

/// Locals whose every differentiable reader stands in a branch, a loop or a choice (a minimum is
/// one) that their declaration does not stand in, or only feeds other such locals; and those that a
/// branch may give another value.
std::set<ir::VarId> conditionalLocals(const ir::Kernel& kernel);

} // namespace treelize::analysis
