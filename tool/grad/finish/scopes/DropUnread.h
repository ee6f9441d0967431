// What is written into arrays and objects that nothing reads before their scope ends: for the most
// part the zeros that an adjoint is left with where its variable has got its value.
#pragma once

#include "ir/IR.h"

namespace treelize::grad {

/// Drops such statements; true when something went. Nothing in kernels whose pointers name what
/// variables do.
bool dropUnread(ir::Kernel& kernel);

} // namespace treelize::grad
