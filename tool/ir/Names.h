// Names as the user would have given them.
//
// While passes run, every variable has a name of its own. In the printed code, loops side by side
// may all count with `i`: a local gets the name it wished for unless another variable of that name
// is alive in the same, an enclosing or an enclosed scope.
#pragma once

#include "ir/IR.h"

namespace treelize::ir {

void reuseNames(Kernel& kernel);

/// Gives every private member that the kernel reaches the name of a function object: `x(v)`.
void nameAccessors(Kernel& kernel);

} // namespace treelize::ir
