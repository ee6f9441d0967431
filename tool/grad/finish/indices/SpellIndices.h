// In an innermost loop that adds to neighbouring elements, `const int c = i * m + j;` is written
// out where it is an index: what the iterations reach shows there. What of it a loop leaves alone
// is summed before it again, see HoistIndices.
#pragma once

#include "ir/IR.h"

namespace treelize::grad {

void spellIndices(ir::Kernel& adjoint);

/// In the loop's body and the loops inside: locals that are sums and products of numbers that keep
/// their values, so that indices tell how they grow with the counter.
void spellNumbers(const ir::Kernel& kernel, ir::For& loop);

} // namespace treelize::grad
