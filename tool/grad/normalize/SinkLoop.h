// The main loop runs as late as it may, so that nothing but what depends on its results follows it
// (see Fusion).
#pragma once

#include "ir/IR.h"

namespace treelize::grad {

/// Moves the statements that have nothing to do with the deepest loop of the outermost block from
/// behind it to before it.
void sinkMainLoop(ir::Kernel& kernel);

} // namespace treelize::grad
