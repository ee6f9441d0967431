// The adjoint of a stencil adds to neighbouring elements of one array, and no compiler vectorises
// that. Such a loop is parted: the sums are gathered, or each of the loops that follow one another
// adds to an array at one offset from its counter.
#pragma once

#include "ir/IR.h"

namespace treelize::grad {

struct SplitOptions {
  bool gathers = true;
  /// Compilers are told of independent loops, and have no addresses to compare there
  bool marks = true;
};

void splitLoops(ir::Kernel& adjoint, SplitOptions options);

} // namespace treelize::grad
