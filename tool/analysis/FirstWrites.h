// The statements that give a number its first value: what was there before is nobody's, and need
// not be saved.
#pragma once

#include "ir/IR.h"

#include <set>

namespace treelize::analysis {

/// Assignments to locals that were declared without a value, numbers and arrays of such, by indices
/// that are constant, where nothing before may have written the same number.
std::set<const ir::Stmt*> findFirstWrites(const ir::Kernel& kernel);

} // namespace treelize::analysis
