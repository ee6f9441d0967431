// A local that opens at zero opens where it is first used: `double x_b = 0.0; ...; x_b += e;`
// becomes `double x_b = e;`.
#pragma once

#include "ir/IR.h"

namespace treelize::grad {

void sinkShadows(ir::Block& code);

/// Is it the literal zero?
bool isZero(const ir::ExprRef& e);

} // namespace treelize::grad
