// Whole numbers of an iteration's own, written out where they are used.
#pragma once

#include "ir/IR.h"

namespace treelize::grad {

/// In the loop's body and the loops inside: locals that are sums and products of numbers that keep
/// their values, so that indices tell how they grow with the counter.
void spellNumbers(const ir::Kernel& kernel, ir::For& loop);

} // namespace treelize::grad
