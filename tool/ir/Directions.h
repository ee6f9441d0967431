// Directions: parameters of a kernel that has been differentiated along them, and is differentiated
// again. Each belongs to a parameter, has its type, and is a constant for differentiation.
#pragma once

#include "ir/IR.h"

namespace treelize::ir {

inline bool isDirection(const Variable& variable) {
  return variable.role == Role::Parameter && variable.shadowOf.has_value();
}

} // namespace treelize::ir
