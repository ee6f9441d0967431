// Several quotients of one divisor share its reciprocal: a product costs a fraction of a division,
// and does not wait for one.
#pragma once

#include "ir/IR.h"

namespace treelize::grad {

/// In derivatives alone, where a product may round otherwise than a quotient: those of one block,
/// and those of the iterations of a loop.
void shareReciprocals(ir::Kernel& adjoint);

} // namespace treelize::grad
