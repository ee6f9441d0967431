// An array of adjoints that a block finds all zero and leaves all zero: what is added first to an
// element can be its value, and nothing needs clearing.
#pragma once

#include "ir/IR.h"

namespace treelize::grad {

/// Works on a finished adjoint. True if anything changed.
bool setFirstSums(ir::Kernel& adjoint);

} // namespace treelize::grad
