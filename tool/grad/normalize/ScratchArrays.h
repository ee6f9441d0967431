// Arrays that each iteration of a loop makes anew: `for (...) { std::vector<double> next(n); ...
// }`.
//
// Where an iteration reads only what it has written, one array before the loop serves them all. It
// is allocated once, and what the reverse sweep asks of it stands on the tape from the beginning,
// instead of being copied there at the end of each iteration. An array that an iteration hands on
// at its end, `now = next`, is exchanged with what it replaces: both go on serving.
#pragma once

#include "ir/IR.h"

namespace treelize::grad {

void shareScratch(ir::Kernel& kernel);

} // namespace treelize::grad
