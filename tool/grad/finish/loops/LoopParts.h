// A loop as several: each runs some of its statements, with the locals that they ask for.
#pragma once

#include "ir/IR.h"

#include <optional>
#include <set>

namespace treelize::grad {

/// Statements of the loop's body by their positions.
using LoopPart = std::set<std::size_t>;

ir::For partOf(ir::Kernel& kernel, const ir::For& loop, const LoopPart& part);

/// By what number do the indices of two elements of one row differ? Null: by something else.
std::optional<std::int64_t> distance(const ir::Place& from, const ir::Place& to);

} // namespace treelize::grad
