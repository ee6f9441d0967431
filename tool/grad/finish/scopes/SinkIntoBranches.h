// A local that only one branch uses begins its life in it: what the branch adds first is its first
// value, and elsewhere it costs nothing.
#pragma once

#include "ir/IR.h"

namespace treelize::grad {

/// Numbers, and objects of a fixed number of them, that begin with a constant.
void sinkIntoBranches(ir::Kernel& adjoint);

} // namespace treelize::grad
