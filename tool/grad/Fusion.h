// Fusion: the loop where the two sweeps meet.
//
// A loop whose iterations exchange nothing but sums need not remember anything: if the reverse
// sweep of what follows it asks for none of its results, that sweep can run first, and each
// iteration is reversed as soon as it has run. Its tape shrinks to the scratch of one iteration,
// and nothing is computed twice. An iteration may have such a loop of its own.
#pragma once

#include "grad/Sweeps.h"

#include <optional>
#include <set>

namespace treelize::grad {

/// The adjoint's body in parts, in the order in which they run.
struct MeetingSweeps {
  ir::Block forward; // of what stands before the loop
  ir::Block
      meeting;    // the shadows, the reverse sweep of what stands after the loop, the loop itself
  ir::Block rest; // the forward sweep of what stands after it: for the value
  ir::Block reverse;               // of what stands before the loop
  std::set<const ir::Stmt*> loops; // that one, and those inside it that do the same
};

/// Null if no loop of the body's outermost block allows it.
std::optional<MeetingSweeps> meetingSweeps(const ir::Kernel& kernel, const StoragePlan& plan,
                                           Sweeps& sweeps);

} // namespace treelize::grad
