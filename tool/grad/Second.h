// Second derivatives of a kernel with one floating result: its Hessian times a direction.
//
// The derivative along a direction is a kernel (grad/Tangent, makeSlope), and its gradient is that
// product. So storage, checkpoints and parallel loops are those of any adjoint, and the gradient
// itself, which a tangent of the adjoint would carry along, is not computed.
#pragma once

#include "ir/IR.h"
#include "passes/PassRunner.h"

#include <optional>
#include <string>

namespace treelize::grad {

/// Why there is none, by the name of one of the runtime's concepts (kernel.hpp); empty where there
/// is.
std::string whyNoSecond(const ir::Kernel& primal);

/// Adds the Hessian times the directions to the shadows of the parameters: the parameters of the
/// primal, the directions, the seed, the shadows. `checkpoints` as for the adjoint.
ir::Kernel makeHessianProduct(const ir::Kernel& primal, const PassRunner& passes,
                              unsigned checkpoints);

/// The same of the sweeps apart (SweepsApart), which a pullback calls.
std::string whyNoPullback(const ir::Kernel& primal);

/// Does it take steps of the program's, which may have another outcome when they are taken again?
bool takesSteps(const ir::Kernel& primal);

} // namespace treelize::grad
