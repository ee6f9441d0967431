// Zero times infinity is zero: a product with a zero adjoint or tangent, as derivatives have it.
//
// Where a partial derivative may be infinite or no number (analysis/Infinities), what it adds is
// chosen by the other factor: `treelize::where_seeded(seed, value)`. That is no branch, so loops
// stay vectorised, and passes see the value through it.
#pragma once

#include "ir/IR.h"

#include <optional>

namespace treelize::grad {

/// `value`, a product with `seed`, where the seed is not zero, else zero.
struct Guarded {
  ir::ExprRef seed, value;
};
ir::ExprRef guarded(const Guarded& sum, const ir::TypeRef& type);
std::optional<Guarded> guardedSum(const ir::Expr& expr);

/// Is an adjoint or a tangent more than zero, and than what is below the smallest normal number?
ir::ExprRef isSignificant(const ir::Place& derivative);
/// Of that question, what it asks; null for others.
const ir::Expr* askedForSignificance(const ir::Expr& condition);

/// Is it `seed != 0.0` for a place? Then that place.
const ir::Place* askedSeed(const ir::Expr& condition);

} // namespace treelize::grad
