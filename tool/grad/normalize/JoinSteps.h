// A number that begins with a value and is added to next has one value, not two:
// `double d = a; d -= b;`, as operators of classes leave it behind, becomes `double d = a - b;`.
// What is given once can be computed again, and needs not be kept.
#pragma once

#include "ir/IR.h"

namespace treelize::grad {

void joinSteps(ir::Kernel& kernel);

} // namespace treelize::grad
