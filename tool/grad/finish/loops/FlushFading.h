// Adjoints that a long reverse loop carries from iteration to iteration are zero where they fall
// below the smallest normal number.
//
// The adjoint of a system that forgets its beginning fades. Most processors calculate with
// subnormal numbers in microcode, a hundred times slower, and rounding may keep the last one of
// them alive for ever. So every few iterations `treelize::flush_subnormal` makes zeros of them.
#pragma once

#include "ir/IR.h"

namespace treelize::grad {

void flushFading(ir::Kernel& kernel);

} // namespace treelize::grad
