// Parallel loops whose iterations run again in the reverse sweep.
//
// Threads cannot share a tape. Where the iterations of a parallel loop would leave values there,
// the forward sweep runs the loop as the primal does, and the reverse sweep runs each iteration
// again and reverses it at once, on a tape of its own. What an iteration finds must still be there
// then: an element that it overwrites goes to an array first.
#pragma once

#include "grad/plan/StoragePlan.h"

#include <optional>

namespace treelize::grad {

/// How an iteration runs again.
struct Rerun {
  std::vector<ir::Place> overwritten; // one element each: what it held is put back first
  std::set<ir::VarId> left; // variables that the iteration does not read: they are left as they are
};

/// Can it? Null if not.
std::optional<Rerun> rerunOf(const ir::Kernel& kernel, const ir::For& loop,
                             const StatementAdjointMap& adjoints, const StoragePlan& plan);

/// The parallel loops that would leave something on the tape and whose iterations can run again.
std::set<const ir::Stmt*> loopsToRerun(const ir::Kernel& kernel,
                                       const StatementAdjointMap& adjoints,
                                       const StoragePlan& plan);

} // namespace treelize::grad
