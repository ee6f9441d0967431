// Loops that set every element of an array: from there on nobody asks for what it was before.
#pragma once

#include "ir/IR.h"

#include <map>

namespace treelize::analysis {

/// By the loop, which sets each element before it reads it. The array always has the same length.
std::map<const ir::Stmt*, ir::VarId> findRefills(const ir::Kernel& kernel);

} // namespace treelize::analysis
