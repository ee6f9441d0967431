// The tape of innermost loops: arrays of exact size, indexed by the iteration, where a stack would
// be a chain that no compiler can vectorise.
#pragma once

#include "grad/plan/StoragePlan.h"

namespace treelize::grad {

/// A value that every iteration saves, and its array: as the forward sweep names it, as the reverse
/// sweep does.
struct LoopArray {
  ir::VarId taken, given;
};

/// Makes its variables, named after a variable.
LoopArray makeLoopArray(ir::Kernel& kernel, ir::VarId of, ir::TypeRef element,
                        const std::string& suffix);

/// How many elements so many rows have; the length of a row may be such a product itself.
ir::ExprRef lengthOfRows(const ir::ExprRef& rows, const ir::ExprRef& length);

struct LoopArrays {
  std::map<const ir::Stmt*, LoopArray> overwritten; // what a statement of the body destroys
  std::map<ir::VarId, LoopArray> saved;             // locals at the end of an iteration
  ir::ExprRef count, index;

  /// In the order in which the forward sweep takes them.
  std::vector<LoopArray> all() const;
};

/// Does the forward sweep put anything on the tape in the statement or the blocks inside it?
bool savesAnything(const ir::Stmt& stmt, const StoragePlan& plan);
/// And at the end of the block?
bool savesAnything(const ir::Block& block, const StoragePlan& plan);

/// May the loop's iterations save into arrays? Only scalars, unconditionally, and nothing deeper
/// uses the tape.
bool savesIntoArrays(const ir::Kernel& kernel, const ir::For& loop, const StoragePlan& plan);

/// Makes the variables of the arrays.
LoopArrays makeLoopArrays(ir::Kernel& kernel, const ir::For& loop, const StoragePlan& plan);

} // namespace treelize::grad
