// Containers and objects that are set again before anything has read them.
#pragma once

#include "ir/IR.h"

namespace treelize::ir {

/// `T a; ...; a = e;` becomes `T a = e;` where nothing in between names a, and of two values that
/// are assigned to it the first one is dropped: nobody has seen it.
void beginWithFirstValues(Block& block, const Kernel& kernel);

} // namespace treelize::ir
