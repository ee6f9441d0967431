// Values saved once per call need no tape: a local holds them until the reverse sweep wants them
// back.
#pragma once

#include "ir/IR.h"

namespace treelize::grad {

/// Turns the pushes of `forward` and the pops of `reverse` that stand in no loop into locals. Both
/// are blocks of one function, one after the other, as the sweeps made them.
void saveInLocals(ir::Kernel& kernel, ir::Block& forward, ir::Block& reverse);

} // namespace treelize::grad
