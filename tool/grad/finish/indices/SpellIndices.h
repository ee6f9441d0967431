// In an innermost loop that adds to neighbouring elements, `const int c = i * m + j;` is written
// out where it is an index: what the iterations reach shows there. What of it a loop leaves alone
// is summed before it again, see HoistIndices.
#pragma once

#include "ir/IR.h"

namespace treelize::grad {

void spellIndices(ir::Kernel& adjoint);

} // namespace treelize::grad
