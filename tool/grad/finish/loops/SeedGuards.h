// A guard keeps a zero seed from an infinite partial. In an innermost loop it becomes part of what
// is added, so that there is no branch and compilers vectorise the loop.
#pragma once

#include "ir/IR.h"

#include <optional>

namespace treelize::grad {

/// What is added under a guard: `value` where the seed is not zero, else zero.
struct Guarded {
  ir::ExprRef seed, value;
};
ir::ExprRef guarded(const Guarded& sum, const ir::TypeRef& type);
std::optional<Guarded> guardedSum(const ir::Expr& expr);

/// Is it the condition of a guard, `seed != 0.0` for a place? Then that place.
const ir::Place* guardedSeed(const ir::Expr& condition);

void chooseInLoops(ir::Kernel& adjoint);

} // namespace treelize::grad
