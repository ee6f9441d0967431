// What an innermost loop reads from one element in every iteration is read once, before it: a
// compiler that cannot tell the arrays apart would read it again after every store.
#pragma once

#include "ir/IR.h"

namespace treelize::grad {

void hoistLoads(ir::Kernel& adjoint);

} // namespace treelize::grad
