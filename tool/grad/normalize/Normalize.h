// Rewrites of a structured kernel that the derivative passes build on. Each keeps its meaning.
#pragma once

#include "ir/IR.h"

namespace treelize::grad {

/// Every costly result (exp, sqrt, ...) inside a larger differentiable expression becomes a local
/// of its own: its derivative wants the result, and no sweep should compute it twice.
void nameResults(ir::Kernel& kernel);

/// The parts of a formula whose tangent would be a long statement become locals.
void nameParts(ir::Kernel& kernel);

/// `std::vector<double> v(n, x)` with a differentiable x becomes `v(n)` and a loop.
void expandFills(ir::Kernel& kernel);

/// A parameter that the kernel received by value and overwrites is copied into a local first, so
/// that its shadow belongs to the value at entry alone.
void copyWrittenParameters(ir::Kernel& kernel);

/// Locals of branches that run at most once move to the top of the body, where they are still alive
/// when the reverse sweep needs them; nothing has to be stored.
void hoistBranchLocals(ir::Kernel& kernel);

/// What the reverse sweep asks of control flow becomes a local: a condition that its own branches
/// change or that is costly, an unsteady loop bound, an index that its own assignment changes, and
/// the number of trips of every while loop (returned as data: the first statement of its body
/// counts).
void exposeControl(ir::Kernel& kernel);

} // namespace treelize::grad
