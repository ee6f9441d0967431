// Which containers are read or written at places that memory says: `x[spring.from]`.
#pragma once

#include "ir/IR.h"

#include <set>

namespace treelize::ir {

/// The local variables with an element that an index from memory leads to, but for one that runs on
/// from there with the innermost loop, as the cells around a particle.
std::set<VarId> gathered(const Kernel& kernel);

/// Those that an inner loop fills, element by element, and in which some element is then set by
/// what it was: what a gradient would save of them, one iteration of the outer loop after the
/// other.
std::set<VarId> refilled(const Kernel& kernel);

} // namespace treelize::ir
