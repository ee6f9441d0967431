// Local numbers that are read for nothing but what numbers of the kind get.
#pragma once

#include "ir/IR.h"

#include <set>

namespace treelize::ir {

/// Drops those of the numbers, and all that gives them values.
void dropUnread(Kernel& kernel, std::set<VarId> numbers);

} // namespace treelize::ir
