// Of which operands an operator has derivatives, and which second derivatives it has: read off its
// row of treelize/detail/operators.def.
//
// A partial derivative that is the number 0 is none. One that does not mention an operand, not even
// by the result, has no derivative by it; conditions do not count, since what a choice yields is one
// of its arms.
#pragma once

#include "ir/IR.h"

#include <array>

namespace treelize::ir {

struct Curvature {
  std::array<bool, 3> depends{};                // on the operand
  std::array<std::array<bool, 3>, 3> meets{};   // second derivatives by two operands; symmetric
};

/// Of a differentiable operator.
const Curvature& curvatureOf(Op op);

} // namespace treelize::ir
