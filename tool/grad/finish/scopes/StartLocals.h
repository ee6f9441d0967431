// A local object without a value begins at zero where the sweeps may save a part of it before its
// first value: nobody uses what was there, but to read it would be undefined.
#pragma once

#include "ir/IR.h"

namespace treelize::grad {

void startLocals(ir::Kernel& adjoint);

} // namespace treelize::grad
