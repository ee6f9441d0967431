// Arrays that each iteration of a loop makes anew: `for (...) { std::vector<double> next(n); ...
// }`.
//
// One array before the loop can serve all iterations: it is private to each of them, so that it can
// live on the tape, and need not be copied there at the iteration's end. Where an iteration might
// read zeros that it has not written, they are set. An array that an iteration hands on at its end,
// `now = next`, is exchanged with the one that it replaces: both go on serving.
#pragma once

#include "ir/IR.h"

#include <map>

namespace treelize::grad {

struct ScratchArray {
  ir::ExprRef size;
  bool isCleared = false; // an iteration may read zeros that it has not written
  bool isHanded = false;  // to another array, which is always as long
};
using ScratchArrays = std::map<ir::VarId, ScratchArray>;

/// Those that could stand before their loops.
ScratchArrays findScratch(const ir::Kernel& kernel);

/// Moves these, which `findScratch` has found there. Has any of them been moved?
bool shareScratch(ir::Kernel& kernel, const ScratchArrays& arrays);

} // namespace treelize::grad
