// Local arrays in the memory of the thread.
//
// A vector that only its scope knows (nobody changes its length, exchanges it or passes it on) is a
// `treelize::room`: its memory stays with the thread from call to call, so that a derivative that
// is taken again and again allocates nothing for it, and loops need no test whether it overlaps
// others.
#pragma once

#include "ir/IR.h"

namespace treelize::grad {

/// Of a kernel that is complete: passes know local arrays as vectors.
void keepInArena(ir::Kernel& derived);

} // namespace treelize::grad
