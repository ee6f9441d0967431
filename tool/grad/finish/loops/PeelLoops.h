// The iterations at the ends of a loop that choose otherwise than all others: the neighbours on a
// torus, the values beyond a border. They run by themselves, so that the loop between them has
// nothing to choose.
#pragma once

#include "ir/IR.h"

namespace treelize::grad {

bool peelLoops(ir::Kernel& adjoint);

} // namespace treelize::grad
