// Does a kernel look at what a variable holds before the kernel has written to it?
//
// The kernel is followed as it runs: loops with known bounds iteration by iteration, others by what
// each of their iterations is sure to write. A number counts as written when it is on every way.
#pragma once

#include "ir/IR.h"

#include <optional>
#include <set>

namespace treelize::analysis {

/// Where the kernel, in the structured dialect, may read something that the variable holds from
/// before: one that it owns and declares at its head, of numbers, arrays, records or vectors of
/// such. `filledOnce` are branches that have run, in this call or an earlier one, when the code
/// behind them does.
std::optional<Location> readOfBeginning(const ir::Kernel& kernel, ir::VarId var,
                                        const std::set<const ir::Stmt*>& filledOnce);

/// May the kernel, in the structured dialect, read a number that its caller has left in the
/// parameter? Lengths of containers do not count. What it does not follow counts as read.
bool readsEntry(const ir::Kernel& kernel, ir::VarId parameter);

} // namespace treelize::analysis
