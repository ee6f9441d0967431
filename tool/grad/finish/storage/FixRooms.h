// Room on the tape whose size is known when the program is built is a local array.
//
// A loop of three steps inside an iteration that is reversed as soon as it has run keeps three
// numbers: compilers unroll such loops and have the array in registers, but not what lies on the
// tape.
#pragma once

#include "ir/IR.h"

namespace treelize::grad {

/// For what an iteration takes from the tape and gives back itself.
void fixRooms(ir::Kernel& kernel, ir::Block& iteration);

} // namespace treelize::grad
