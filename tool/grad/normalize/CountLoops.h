// While loops that count: `while (i < n) { ...; i += step; }` is a counted loop, whose reverse
// needs no number of trips.
#pragma once

#include "ir/IR.h"

namespace treelize::grad {

/// Rewrites the while loops whose condition compares a local integer, increased once per iteration
/// by what is the same in all of them, with a bound that is the same, too.
void countLoops(ir::Kernel& kernel);

} // namespace treelize::grad
