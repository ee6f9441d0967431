// Values saved once per call, or once per iteration that is reversed as soon as it has run, need no
// tape: a local holds them until the reverse sweep wants them back.
#pragma once

#include "ir/IR.h"

namespace treelize::grad {

/// Turns the pushes of `forward` and the pops of `reverse` that stand in no loop into locals. Both
/// are blocks of one function, one after the other, as the sweeps made them.
void saveInLocals(ir::Kernel& kernel, ir::Block& forward, ir::Block& reverse);

/// The same of numbers in the iterations of the loops where the sweeps meet.
void saveInLocals(ir::Kernel& kernel, ir::Block& meeting);

} // namespace treelize::grad
