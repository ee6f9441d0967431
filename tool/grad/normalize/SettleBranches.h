// Branches whose conditions compare a length with itself.
#pragma once

#include "ir/IR.h"

namespace treelize::grad {

/// `if (n != n) a; else b;` is `b`. Numbers are looked up by the one value that a local has, so
/// that this finds the checks of shapes that are known to hold.
void settleBranches(ir::Kernel& kernel);

} // namespace treelize::grad
