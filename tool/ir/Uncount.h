// A counted loop as a while loop.
#pragma once

#include "ir/IR.h"

namespace treelize::ir {

/// The same iterations over a counter of its own; what stands before the loop goes to `out`.
While uncounted(Kernel& kernel, For& loop, Block& out);

} // namespace treelize::ir
