// A choice seeds what was not chosen with zero. Loops that only spread such a seed are skipped
// where it is zero, and so is what follows a branch and only spreads what the branch seeds.
#pragma once

#include "ir/IR.h"

namespace treelize::grad {

void skipZeros(ir::Kernel& adjoint);

/// In loops. After the passes that look for sums that all iterations take.
void spreadInBranches(ir::Kernel& adjoint);

} // namespace treelize::grad
