// The step of a loop that a break leaves: `while (looping && i < n) { ...; if (looping) ++i; }`.
#pragma once

#include "ir/IR.h"

namespace treelize::grad {

/// Takes the step in the last iteration, too, where nobody looks at the counter afterwards: so what
/// ends the loop does not have to be known for taking it back.
void takeLastSteps(ir::Kernel& kernel);

} // namespace treelize::grad
