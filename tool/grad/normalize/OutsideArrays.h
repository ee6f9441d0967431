// Arrays that the iterations of a loop make anew, and that could as well be made before it.
#pragma once

#include "ir/IR.h"

#include <set>

namespace treelize::grad {

/// Arrays that iterations declare, in a length that is known before their loop.
std::set<ir::VarId> arraysMadeInLoops(const ir::Kernel& kernel);

/// Declares those of the arrays before the loop of which every iteration fills them before it reads
/// them: they are private to it, so that they can live on the tape. Have any been moved?
bool makeArraysOutside(ir::Kernel& kernel, const std::set<ir::VarId>& arrays);

} // namespace treelize::grad
