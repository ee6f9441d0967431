// What all iterations of a loop compute alike they compute once, before it: then its adjoint is
// summed over the iterations and spread once, and no iteration divides or calls a function for it.
// So do those that some iterations alone compute, in a branch, if that is a quotient or a function and
// no loop around changes it.
#pragma once

#include "ir/IR.h"

namespace treelize::grad {

void hoistValues(ir::Kernel& kernel);

} // namespace treelize::grad
