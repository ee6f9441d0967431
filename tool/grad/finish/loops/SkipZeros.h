// A choice seeds what was not chosen with zero. Loops that only spread such a seed are skipped
// where it is zero.
#pragma once

#include "ir/IR.h"

namespace treelize::grad {

void skipZeros(ir::Kernel& adjoint);

} // namespace treelize::grad
