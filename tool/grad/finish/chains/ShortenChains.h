// What iterations wait for. A reverse loop hands an adjoint on from iteration to iteration, through
// a few multiplications and additions one after the other; all else waits for nothing. As adjoints
// are linear in each other, that is one step: `x_b = x_b * factor + rest`, whose factor and rest
// are there in time.
#pragma once

#include "ir/IR.h"

namespace treelize::grad {

void shortenChains(ir::Kernel& derived);

} // namespace treelize::grad
