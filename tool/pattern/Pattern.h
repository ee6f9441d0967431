// The pattern sweep of a kernel: the same kernel over dependency sets in the place of real numbers,
// from which the pattern of its Jacobian or its Hessian is read.
//
// Every real variable holds the number of a set of inputs (treelize/detail/dependence.hpp). What whole
// numbers decide runs as it is; what real numbers decide may happen or not, so that the sets are those of all ways together. See docs/design/patterns.md.
#pragma once

#include "ir/IR.h"

#include <string>
#include <variant>

namespace treelize::pattern {

enum class Matrix { Jacobian, Hessian };

/// Why there is none.
struct NoPattern {
  Location at;
  std::string reason, remedy;
};

/// `primal` is in the structured dialect.
std::variant<ir::Kernel, NoPattern> makePattern(ir::Kernel primal, Matrix matrix);

} // namespace treelize::pattern
