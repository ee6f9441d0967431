// Recurrences through memory: `x_b[i + 1] -= factor * x_b[i]` in ascending iterations. What the
// next iteration asks for first stays in a local beside its element.
#pragma once

#include "ir/IR.h"

namespace treelize::grad {

/// In loops without branches; true when one carries such a local.
bool carryNeighbours(ir::Kernel& derived);

} // namespace treelize::grad
