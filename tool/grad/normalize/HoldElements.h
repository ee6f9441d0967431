// An element that an iteration sets and then changes is held in a local until it is what it stays:
// `v[j] = e; if (c) v[j] = min(v[j], 1); v[j] += d;` stores once. What it is on the way is a number
// like any other, and of the array each iteration makes a new element from nothing.
#pragma once

#include "ir/IR.h"

namespace treelize::grad {

void holdElements(ir::Kernel& kernel);

} // namespace treelize::grad
