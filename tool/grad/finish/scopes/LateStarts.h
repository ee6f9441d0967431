// Locals that begin with a constant begin later, where they get their first value:
// `double x; ...; x = e;` becomes `double x = e;`.
#pragma once

#include "ir/IR.h"

namespace treelize::grad {

/// Only numbers whose first value is assigned.
void startWithValues(ir::Block& code);

/// Also numbers that open at zero and are added to first, `double x_b = 0.0; ...; x_b += e;`. Other
/// locals that open at zero do so where they are first used.
void sinkShadows(ir::Block& code);

} // namespace treelize::grad
