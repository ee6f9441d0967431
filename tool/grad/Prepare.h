// The primal as the adjoint takes it: the passes of the stage `normalize`, in their order.
#pragma once

#include "ir/IR.h"
#include "passes/PassRunner.h"

namespace treelize::grad {

/// A structured kernel.
void prepareKernel(ir::Kernel& kernel, const PassRunner& passes);

/// A function that the kernel calls, whose two sweeps are functions of their own.
void prepareFunction(ir::Kernel& function, const PassRunner& passes);

} // namespace treelize::grad
