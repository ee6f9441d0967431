// A running minimum or maximum: `for (i...) { body; m = min(m, e); }`, or
// `for (i...) { body; if (e < m) { m = e; which = i; } }`.
//
// Only the iteration that wins matters to the derivative. So the loop just finds it, and its body
// runs once more behind the loop, where `m` is set: one iteration is reversed instead of all, and
// nothing is saved for the others.
#pragma once

#include "ir/IR.h"

namespace treelize::grad {

/// Rewrites the loops whose iterations exchange nothing but the running extremum.
void findWinners(ir::Kernel& kernel);

} // namespace treelize::grad
