// Marks innermost loops along arrays whose iterations have elements of their own.
//
// A compiler cannot see that arrays of a caller's, or behind pointers, are apart. It compares their
// addresses each time before it runs such a loop in vectors, and gives up where they are many: in
// the rows of a nest that is a good part of the time.
#pragma once

#include "ir/IR.h"

namespace treelize::grad {

/// Only loops that vectors speed up: the mark has compilers use them, whatever they think of it.
void markIndependentLoops(ir::Kernel& adjoint);

} // namespace treelize::grad
