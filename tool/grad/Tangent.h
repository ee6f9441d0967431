// The tangent of a kernel: every active statement is accompanied by its linearisation, in the order
// of the primal.
//
// The derived kernel has the primal's parameters and one tangent per differentiable parameter;
// `outputs` holds the value and its derivative. It is written independently of the adjoint (they
// share the rule table, and a pass at the end that changes how memory is reached, not what is
// computed), which makes the dot product of the two a test of both.
#pragma once

#include "ir/IR.h"
#include "passes/PassRunner.h"

namespace treelize::grad {

/// Not if it calls a function that has an adjoint of the user's alone.
bool hasTangent(const ir::Kernel& primal);

/// `primal` is in the structured dialect.
ir::Kernel makeTangent(const ir::Kernel& primal, const PassRunner& passes);

/// The derivative in a direction as a kernel of its own, to be differentiated again. It returns
/// what the tangent returns as the derivative; the directions, constants for differentiation, follow
/// the primal's parameters, see ir::isDirection. `whySecond` must have found nothing against it.
ir::Kernel makeSlope(const ir::Kernel& primal, const PassRunner& passes);

} // namespace treelize::grad
