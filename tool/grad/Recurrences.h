// Recurrences with a closed form: sums that are written as assignments, counters that a loop
// carries along.
#pragma once

#include "ir/IR.h"

namespace treelize::grad {

/// `s = s + e` becomes `s += e`, which overwrites nothing that the reverse sweep could ask for.
void nameSums(ir::Kernel& kernel);

/// An integer that each iteration of a counted loop increases by one becomes a function of the
/// loop's counter and is increased once, after the loop: what depends on it depends on no iteration
/// before.
void solveCounters(ir::Kernel& kernel);

/// Can a statement that the plan says to undo be undone by the opposite one, with nothing saved? An
/// integer that grew by something shrinks by it.
bool isInvertible(const ir::Kernel& kernel, const ir::Stmt& stmt);

} // namespace treelize::grad
