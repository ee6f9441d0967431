// Recurrences with a closed form: sums that are written as assignments, counters that a loop
// carries along.
#pragma once

#include "ir/IR.h"

#include <optional>

namespace treelize::grad {

/// `target += e` or `target -= e`, where the value is `target + e`, `e + target` or `target - e`.
std::optional<ir::Assign> sumInto(const ir::Place& target, const ir::ExprRef& value);

/// `s = s + e` becomes `s += e`, which overwrites nothing that the reverse sweep could ask for.
void nameSums(ir::Kernel& kernel);

/// An integer that each iteration of a counted loop increases by one becomes a function of the
/// loop's counter and is increased once, after the loop: what depends on it depends on no iteration
/// before.
void solveCounters(ir::Kernel& kernel);

/// The statement that takes back what an assignment has done to an integer or a truth value, with
/// nothing saved: what grew by something shrinks by it, what changed its sign changes it again.
/// None if there is no such statement.
std::optional<ir::Stmt> inverseOf(const ir::Kernel& kernel, const ir::Stmt& stmt);

} // namespace treelize::grad
