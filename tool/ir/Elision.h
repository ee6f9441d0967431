// Copies of locals that nobody asks for again: the copy takes the original's place.
#pragma once

#include "ir/IR.h"

namespace treelize::ir {

/// `T b = a;`, where `a` is an object or a container of the same block that nothing names
/// afterwards: `a` goes on under the name of `b`. Functions that return what they have made, and
/// pass it on, leave many such copies behind.
void elideCopies(Kernel& kernel);

} // namespace treelize::ir
