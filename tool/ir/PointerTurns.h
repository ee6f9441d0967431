// Pointers that take turns at arrays, each at one of them: `std::swap(now, next)` of two buffers.
//
// The front lowers such a pointer to the number of its array, so that whatever is read or written
// through it chooses between the arrays. Where nobody else names them, it does not matter which of
// them is which: they are exchanged in the pointers' place, and each pointer is the array that it
// leads to at first.
#pragma once

#include "ir/IR.h"

namespace treelize::ir {

void exchangeArraysInTurn(Kernel& kernel);

} // namespace treelize::ir
