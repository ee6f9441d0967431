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

/// The value before the loop, which is guarded only if it reads what need not be there.
ir::ExprRef beforeLoop(const ir::Kernel& kernel, const ir::For& loop, ir::ExprRef value);

/// Of an unsigned bound that is `n > 1 ? n - 1 : 0` the difference: where the loop runs, it is that.
ir::ExprRef upperWhereRuns(const ir::For& loop);

/// What compilers keep in a register by themselves, as it has no address that others know.
bool isRegister(const ir::Kernel& kernel, const ir::Place& target);

} // namespace treelize::grad
