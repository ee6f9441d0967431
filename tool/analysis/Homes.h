// Where the locals could begin their life that begin it early, as in the style of C or because both
// sweeps have a use for them.
#pragma once

#include "ir/IR.h"

#include <map>

namespace treelize::analysis {

/// By local that is declared once and begins with nothing or with a constant: the innermost block
/// that holds all else that mentions it. It stands in no loop that the declaration does not stand
/// in. Locals are left out for which that is the block of the declaration.
std::map<ir::VarId, const ir::Block*> homes(const ir::Kernel& kernel);

/// Does it begin with nothing, or with a constant?
bool beginsConstant(const ir::Declare& local);

} // namespace treelize::analysis
