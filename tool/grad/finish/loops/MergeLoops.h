// Neighbouring loops over the same range become one, where no iteration of the second waits for a
// later one of the first.
#pragma once

#include "ir/IR.h"

namespace treelize::grad {

/// True if anything changed.
bool mergeLoops(ir::Kernel& kernel);

} // namespace treelize::grad
