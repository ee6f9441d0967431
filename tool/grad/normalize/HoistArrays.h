// An array that every iteration of a loop makes anew, and fills alike, is made and filled once,
// before the loop: the transpose of a matrix that nobody changes. No iteration saves it, and its
// adjoint is summed over all of them and spread once.
#pragma once

#include "ir/IR.h"

namespace treelize::grad {

void hoistArrays(ir::Kernel& kernel);

} // namespace treelize::grad
