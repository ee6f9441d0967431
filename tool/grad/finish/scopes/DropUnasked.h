// What nobody asks for any more before its scope ends.
#pragma once

#include "ir/IR.h"

namespace treelize::grad {

/// Drops locals that nothing mentions after their declaration (one may be declared in two scopes,
/// one for each sweep, and be of use in one of them), what sets a number that is not read before
/// the end of its scope, and `x_b = 0.0;` for a number that its own block does not mention again;
/// true when something went.
bool dropUnasked(ir::Kernel& kernel);

} // namespace treelize::grad
