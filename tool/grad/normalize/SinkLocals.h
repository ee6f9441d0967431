// A local of a recursive function that only the branches of one statement use begins its life in
// them: where a branch can compute it again, as the end of a recursion often can, nothing is saved.
#pragma once

#include "ir/IR.h"

namespace treelize::grad {

/// In the body and its branches, not in loops: what their iterations save goes to arrays.
void sinkLocals(ir::Kernel& function);

} // namespace treelize::grad
