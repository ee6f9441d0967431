// Directions that leave alone what a sum is taken over.
//
// A joint moves a few bones, an input a few elements: of the tangents that a nest of loops reads again
// and again most are zero in most lanes. Where no loop of the nest writes them, they are asked once,
// before it, and the sums are taken in the parts of the lanes that move.
#pragma once

#include "ir/IR.h"

namespace treelize::grad {

/// Of a tangent over lanes.
void skipStill(ir::Kernel& tangent);

} // namespace treelize::grad
