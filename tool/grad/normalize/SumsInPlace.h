// A sum that goes to the place of one of its terms by way of a local: operators of classes compute
// all members of the sum before they assign any, `a = a + b` of vectors in space, say.
//
// `double x = p.x + q; ...; p.x = x;` becomes `...; p.x += q;`, a sum in place, of which the
// reverse sweep neither keeps nor clears anything.
#pragma once

#include "ir/IR.h"

namespace treelize::grad {

void sumInPlace(ir::Kernel& kernel);

} // namespace treelize::grad
