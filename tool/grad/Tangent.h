// The tangent of a kernel: every active statement is accompanied by its linearisation, in the order
// of the primal.
//
// The derived kernel has the primal's parameters and one tangent per differentiable parameter;
// `outputs` holds the value and its derivative. It is written independently of the adjoint (they
// share the rule table alone), which makes the dot product of the two a test of both.
#pragma once

#include "ir/IR.h"

namespace treelize::grad {

/// Not if it calls a function that has an adjoint of the user's alone.
bool hasTangent(const ir::Kernel& primal);

/// `primal` is in the structured dialect. Sine and cosine of one argument may share their values.
ir::Kernel makeTangent(const ir::Kernel& primal, bool joinTwins = true);

} // namespace treelize::grad
