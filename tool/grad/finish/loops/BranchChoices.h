// Branches that only choose numbers, as selections: compilers vectorise these.
#pragma once

#include "ir/IR.h"

namespace treelize::grad {

/// Statements of an iteration, with a selection for each number that a branch among them gives
/// another value. A branch stays that does something else, or guards what is not evaluated anyway.
ir::Block withSelections(const ir::Block& statements);

} // namespace treelize::grad
