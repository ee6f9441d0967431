// Clean-up of a derived kernel, so that it reads as if written by hand.
#pragma once

#include "ir/IR.h"

namespace treelize::grad {

/// Drops locals nobody reads and branches and loops without effect; a shadow that starts at zero
/// and is first added to starts with that value, where it is added.
void simplify(ir::Kernel& kernel);

/// The first half of it alone: what nobody reads, and what has no effect.
void dropDead(ir::Kernel& kernel);

} // namespace treelize::grad
