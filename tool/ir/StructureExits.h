// Raw dialect -> structured dialect: no return, break, continue, switch or inlined region is left.
//
// An exit in tail position (falling off the end of the block arrives at the same point) just
// disappears; `if (c) return; rest` becomes `if (c) {} else { rest }`. Any other exit clears a flag
// that guards what it skips and that the loops it leaves also test. A counted loop left early
// becomes a while loop. So every later pass sees branches and loops only, and can reverse them by
// structure.
#pragma once

#include "ir/IR.h"

namespace treelize::ir {

void structureExits(Kernel& kernel);

} // namespace treelize::ir
