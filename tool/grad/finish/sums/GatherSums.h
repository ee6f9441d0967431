// The adjoint of a stencil adds to neighbouring elements; gathered, each element is added to once:
// what the iterations around it would have added.
#pragma once

#include "grad/loops/LoopParts.h"

namespace treelize::grad {

/// Takes those of the loop's `sums` that add to neighbours, which may run in any order and apart
/// from the rest of its body, and says what does the same. Nothing where there are none.
ir::Block gatherSums(ir::Kernel& kernel, const ir::For& loop, LoopPart& sums, Location at);

} // namespace treelize::grad
