// What an iteration adds to one element in several places is added at once: an element that goes to
// memory and comes back costs more than the sum.
#pragma once

#include "ir/IR.h"

namespace treelize::grad {

/// In innermost loops. The order of such sums is the generator's to choose.
void joinSums(ir::Kernel& adjoint);

} // namespace treelize::grad
