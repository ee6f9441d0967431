// What changes the length of a container: the one place that knows which statements do.
#pragma once

#include "analysis/Regions.h"
#include "ir/IR.h"
#include "ir/Walk.h"

#include <set>
#include <span>

namespace treelize::analysis {

/// Every place that the statement itself may leave with another length, or with something in it of
/// another length. A declaration changes none: what it makes had no length before. A function that
/// is handed a view of numbers may write them, but leaves their owner as long as it was.
void forEachResized(const ir::Kernel& kernel, const ir::Stmt& stmt, const ir::PlaceFn& fn);

/// All that the statements may leave so.
RegionSet resizesOf(const ir::Kernel& kernel, std::span<const ir::Stmt> statements);

/// The parameters and members of which some vector may have another length at the end than it has
/// at the beginning.
std::set<ir::VarId> resizedByKernel(const ir::Kernel& kernel);

} // namespace treelize::analysis
