// What is taken out of a loop is only there if the loop runs: an element that it never reaches may
// not exist.
#pragma once

#include "ir/IR.h"

namespace treelize::grad {

/// The value where the loop runs at all; just the value where it surely does.
ir::ExprRef whereRuns(const ir::Kernel& kernel, const ir::For& loop, ir::ExprRef value,
                      ir::ExprRef otherwise);

/// The same for statements.
void appendWhereRuns(const ir::Kernel& kernel, const ir::For& loop, ir::Block statements,
                     Location at, ir::Block& out);

} // namespace treelize::grad
