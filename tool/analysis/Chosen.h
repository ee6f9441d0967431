// Which locals a choice may have made constant.
//
// The tangent of such a local may be exactly zero. Multiplied by a partial that is infinite there
// (the root of a maximum of zero), zero would become NaN; so that product is guarded. What
// analysis/Conditional says of adjoints, this says of tangents.
#pragma once

#include "analysis/Activity.h"

#include <set>

namespace treelize::analysis {

/// Locals that get one of several values, of which one may be a constant: by a choice in their
/// value, or by a constant that an assignment puts in the place of a value; and what depends on
/// them.
std::set<ir::VarId> chosenLocals(const ir::Kernel& kernel, const Activity& activity);

/// Does the value hold such a choice, or does it read such a local?
bool isChosen(const ir::Expr& value, const std::set<ir::VarId>& chosen);

} // namespace treelize::analysis
