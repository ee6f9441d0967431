// Loop interchange: a loop over neighbours around loops that sum for each of them.
//
// Compilers vectorise an innermost loop, and there the order of a sum or of a running maximum is
// the program's. `for j { s = 0; for k s += w[k] * x[j + k]; ... }` becomes a loop over blocks of
// j, in which s is a row with an element for each j and j runs inside of k. Each element's terms
// are added in the order in which they were.
#pragma once

#include "ir/IR.h"

namespace treelize::grad {

bool exchangeLoops(ir::Kernel& adjoint);

} // namespace treelize::grad
