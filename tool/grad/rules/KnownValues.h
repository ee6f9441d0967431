// Values that are known before what their derivative comes from is calculated: `known(value,
// expr)`, which differentiates as `expr` and is `value`.
#pragma once

#include "ir/IR.h"

namespace treelize::grad {

/// In code that is not differentiated again: the values alone.
void takeKnownValues(ir::Kernel& derived);

} // namespace treelize::grad
