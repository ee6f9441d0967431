// Loops that may run in any order run forwards: memory streams better that way, and compilers
// vectorise them.
#pragma once

#include "ir/IR.h"

namespace treelize::grad {

void orderLoops(ir::Kernel& adjoint);

} // namespace treelize::grad
