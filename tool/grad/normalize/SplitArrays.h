// A scratch array that an iteration fills anew, several times: each time it is another array.
//
// With one variable the second filling would have to save what the first one left, copy by copy;
// arrays of their own lie on the tape side by side.
#pragma once

#include "ir/IR.h"

namespace treelize::grad {

/// Gives each filling of an iteration's own array a variable.
void splitArrays(ir::Kernel& kernel);

} // namespace treelize::grad
