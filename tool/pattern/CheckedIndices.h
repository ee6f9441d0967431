// Indices that are data, where the kernel might not come: real numbers may keep it from an element that
// is not there (`if (weight[e] > 0) sum += x[target[e]]`), and a pattern sweep goes both ways.
#pragma once

#include "ir/IR.h"

#include <set>

namespace treelize::pattern {

/// The whole numbers that come from elements of arrays.
std::set<ir::VarId> numbersFromElements(const ir::Block& body);

/// Refuses, when the sweep runs, such an index beyond the end.
void checkIndices(ir::Stmt& stmt, const ir::Kernel& kernel, const std::set<ir::VarId>& fromElements);

} // namespace treelize::pattern
