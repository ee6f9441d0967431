// Statements without effect: a value that is overwritten before anybody reads it, and one that is
// put back where it still is. Both come of sweeps that meet: what the forward sweep sets last, the
// reverse sweep puts back first.
#pragma once

#include "ir/IR.h"

namespace treelize::grad {

/// True when something went.
bool dropRestored(ir::Kernel& kernel);

/// Does a pointer name what another variable does?
bool hasAlias(const ir::Kernel& kernel);

} // namespace treelize::grad
