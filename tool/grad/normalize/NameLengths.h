// The length of scratch space is what it was made with. Where the code asks the array for it
// instead, nobody sees that the array is filled, and it could not live on the tape.
#pragma once

#include "ir/IR.h"

namespace treelize::grad {

/// Replaces the lengths of those arrays that become private to iterations by it, and those of the
/// vectors beside them that share one length throughout.
void nameLengths(ir::Kernel& kernel);

} // namespace treelize::grad
