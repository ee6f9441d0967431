// Directions that leave alone what a sum is taken over.
//
// A joint moves a few bones, an input a few elements: of the tangents that a nest of loops reads again
// and again most are zero in every lane. Where no loop of the nest writes them, they are asked once,
// before it, and the sums over those that stay are left out.
#pragma once

#include "ir/IR.h"

namespace treelize::grad {

/// Of a tangent over lanes.
void skipStill(ir::Kernel& tangent);

} // namespace treelize::grad
