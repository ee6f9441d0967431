// A sum over what a loop has kept, which the loop has taken already: `sum += e; kept[i] = e`, and where the sweeps come
// back `top_b -= sum_b * kept[i]`. The second one is sum_b times the first, for one product and to the last
// digit: where the two cancel out (a maximum that a sum of exponentials is shifted by), rounding is all that
// would be left of a sum taken again.
#pragma once

#include "ir/IR.h"

namespace treelize::grad {

/// True if there were any.
bool useKnownSums(ir::Kernel& adjoint);

} // namespace treelize::grad
