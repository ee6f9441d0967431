// Loops that find out in their middle whether they go on.
//
// `while (n-- > 0)`, `while (++i < n)` and `for (;;) { if (i >= n) break; ... }` have a flag that
// their test clears. Tested at their beginning they have none, and many of them count.
#pragma once

#include "ir/IR.h"

namespace treelize::grad {

/// Gives such a loop the test as its condition; the step before it is taken before the loop and at
/// the end of each iteration, or at the beginning of each iteration and after the loop.
void testFirst(ir::Kernel& kernel);

} // namespace treelize::grad
