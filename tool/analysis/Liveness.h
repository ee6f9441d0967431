// Is the present value of a scalar variable still wanted?
#pragma once

#include "ir/IR.h"

#include <vector>

namespace treelize::analysis {

/// What happens first to a variable.
enum class FirstAccess { None, Written, Read };

/// In a statement or block; a write that may not run counts as none.
FirstAccess firstAccess(const ir::Stmt& stmt, ir::VarId var);
FirstAccess firstAccess(const ir::Block& block, ir::VarId var);

/// A place in a kernel: the blocks from the outermost one inwards, and in each the statement that
/// leads on.
struct Position {
  const ir::Block* block;
  std::size_t index;
  bool isLoopBody;
};
using Path = std::vector<Position>;

/// May the value that the variable has after the statement at the end of the path be read?
bool isReadAfter(const ir::Kernel& kernel, const Path& path, ir::VarId var);

} // namespace treelize::analysis
