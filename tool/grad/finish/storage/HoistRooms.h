// Room on the tape for all iterations of a loop at once.
//
// Where all that an iteration leaves on the tape are arrays whose lengths no iteration changes, and
// numbers, their loop takes the room before it begins: an iteration finds its part by its number,
// and calls nothing that could make the compiler give up its registers. An iteration that is
// reversed as soon as it has run uses the same room as the others.
#pragma once

#include "ir/IR.h"

namespace treelize::grad {

/// For the loops of two sweeps.
void hoistRooms(ir::Kernel& kernel, ir::Block& forward, ir::Block& reverse);

/// For loops whose iterations leave the tape as they found it, and the loops inside them.
void hoistMeetingRooms(ir::Kernel& kernel, ir::Block& meeting);

/// What a body takes from the tape and gives back in the same block becomes an object of its own,
/// `treelize::room`.
void ownRooms(ir::Kernel& kernel, ir::Block& body);

} // namespace treelize::grad
