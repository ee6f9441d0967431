// A scalar that every iteration sets before it reads it, and that nobody reads after the loop, is
// the iteration's own: the iterations share nothing through it.
#pragma once

#include "ir/IR.h"

namespace treelize::grad {

void narrowScopes(ir::Kernel& kernel);

} // namespace treelize::grad
