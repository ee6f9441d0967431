// The value of a kernel is a by-product of its adjoint: who asks for the gradient alone does not
// pay for what only the value takes.
#pragma once

#include "ir/IR.h"

namespace treelize::grad {

/// Puts what only the outputs ask for behind the question whether they are wanted, where it calls
/// functions, divides or loops again and again.
void guardValue(ir::Kernel& adjoint);

/// A constant of the template that the adjoint becomes says whether the outputs are wanted.
void askForOutputs(ir::Kernel& adjoint);

} // namespace treelize::grad
