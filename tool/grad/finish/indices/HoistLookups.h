// What loops inside one another look up alike is looked up once, before them: a row of a vector of
// rows, a whole number of a vector of such. Compilers cannot do it where an inner loop may not run.
#pragma once

#include "ir/IR.h"

namespace treelize::grad {

/// Renames elements as those of a pointer: nothing that tells regions apart may follow.
void hoistLookups(ir::Kernel& derived);

} // namespace treelize::grad
