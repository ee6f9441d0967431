// What all iterations of a loop compute alike they compute once, before it: then its adjoint is
// summed over the iterations and spread once, and no iteration divides or calls a function for it.
#pragma once

#include "ir/IR.h"

namespace treelize::grad {

void hoistValues(ir::Kernel& kernel);

} // namespace treelize::grad
