// What is linear in lanes, with one factor for each of them.
//
// A product rule multiplies a tangent again at every depth of a formula. A number costs one instruction
// there, lanes several: so their factors are collected, and each is multiplied once.
#pragma once

#include "ir/IR.h"

namespace treelize::grad {

/// In each statement of a derivative over lanes.
void collectFactors(ir::Kernel& derived);

} // namespace treelize::grad
