// Sums in innermost loops of the reverse sweep: what a loop adds to one element again and again is
// summed in a local first, which compilers keep in registers and, as the order of these sums is
// ours, in vectors.
#pragma once

#include "ir/IR.h"

namespace treelize::grad {

void sumInLocals(ir::Kernel& adjoint);

} // namespace treelize::grad
