// What changes the length of a container: the one place that knows which statements do.
#pragma once

#include "analysis/Regions.h"
#include "ir/IR.h"
#include "ir/Walk.h"

#include <set>
#include <span>

namespace treelize::analysis {

// Two questions about a type, and both leave out what it refers to; a third one is
// ir::hasFixedSize, of which this is a part: has all of it a size that the type tells?

/// Has the value a length of its own that may change, or something in it?
bool ownsLength(const ir::Type& type);

/// Has it a vector of its own, so that its shadow needs to grow with it? No matrix, map or field.
bool ownsVector(const ir::Type& type);

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
