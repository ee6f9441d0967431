// Which containers have one shape as long as they exist, so that nobody needs to remember an old
// one.
//
// Containers that are copied whole form a group. If nothing in it ever grows or shrinks, and all
// that the group begins with is one container, or vectors of one length, then all of it has that
// shape, whenever it is looked at. A vector made as long as one of the group belongs to it.
#pragma once

#include "ir/IR.h"

#include <map>
#include <set>

namespace treelize::analysis {

/// Parameters, members and locals that hold containers and always have the shape that they begin
/// with, each time the same one.
std::set<ir::VarId> variablesOfSteadyShape(const ir::Kernel& kernel);

/// Of those that are vectors of numbers the length, where it can be said without a local: it reads
/// what is the caller's.
std::map<ir::VarId, ir::ExprRef> steadyLengths(const ir::Kernel& kernel);

} // namespace treelize::analysis
