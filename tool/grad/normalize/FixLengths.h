// Vectors that a loop makes anew and that keep their length: a number says it.
#pragma once

#include "ir/IR.h"

namespace treelize::grad {

/// Names the length of such a vector before its declaration, and asks for that name instead of the
/// vector: the reverse sweep, which needs the length for the adjoint, then needs no vector. A copy
/// becomes a vector of that length and a loop.
void fixLengths(ir::Kernel& kernel);

} // namespace treelize::grad
