// Loop distribution with scalar expansion. A loop that adds to neighbours of the elements that its
// iterations read, or whose terms are too dear to be computed once more, runs in blocks: what is
// added comes first, in rows, and the sums come after it. Compilers vectorise both.
#pragma once

#include "ir/IR.h"

namespace treelize::grad {

bool expandLoops(ir::Kernel& adjoint);

} // namespace treelize::grad
