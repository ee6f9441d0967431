// The remainder of a loop's counter as a number of its own.
#pragma once

#include "ir/Buffers.h"

namespace treelize::ir {

/// Where the buffers of a container are chosen by `step % 2` in a loop of the block, or by
/// `steps % 2` behind a loop of so many steps, they are chosen by a number that begins before the
/// loop and changes behind each step.
void countPhases(Kernel& kernel, Block& block, const Buffers& buffers);

} // namespace treelize::ir
