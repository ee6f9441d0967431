// A number that its block sets again is another number from there on: `double s = ...; s *= a;`.
//
// Each of them is given once, so that it can be computed again from the others, and of several that
// the reverse sweep asks for the cheapest are kept.
#pragma once

#include "ir/IR.h"

namespace treelize::grad {

void splitNumbers(ir::Kernel& kernel);

} // namespace treelize::grad
