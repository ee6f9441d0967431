// A local array of which each iteration of a loop uses one element for itself becomes a local of
// the iteration.
#pragma once

#include "ir/IR.h"

namespace treelize::grad {

/// True if anything changed.
bool contractArrays(ir::Kernel& kernel);

} // namespace treelize::grad
