// One variable in the place of another.
#pragma once

#include "ir/IR.h"

namespace treelize::ir {

/// In all statements, read and written; declarations keep their variable.
void replaceVariable(Block& block, VarId from, VarId to);

} // namespace treelize::ir
