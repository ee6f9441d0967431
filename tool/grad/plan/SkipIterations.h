// An iteration whose seeds are all zero leaves every adjoint as it is: its reverse is skipped.
//
// Most weights of a softmax are so small that nothing comes of them, and those just above zero turn
// everything that they are multiplied with into subnormal numbers, which many processors handle in
// microcode.
#pragma once

#include "ir/IR.h"

#include <optional>
#include <set>

namespace treelize::grad {

/// What belongs to one iteration, beside what it declares itself.
struct IterationsOwn {
  std::set<ir::VarId> scratch;     // primal values that nobody reads after the iteration's reverse
  std::set<ir::VarId> zeroShadows; // shadows that are zero when its reverse begins and when it ends
};

/// Puts the statements from `first` on, the reverse of an iteration, under the condition that one
/// of its seeds counts; leaves them alone where they do anything else than spread a few seeds
/// through a loop.
void skipWithoutSeeds(const ir::Kernel& kernel, ir::VarId counter, ir::Block& iteration,
                      std::size_t first, IterationsOwn own);

/// The adjoint without which the condition skips an iteration, if it is one.
std::optional<ir::Place> skippedSeed(const ir::Expr& condition);

} // namespace treelize::grad
