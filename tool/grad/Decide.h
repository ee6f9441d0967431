// Reads the decisions off the plan that the sweeps obey.
#pragma once

#include "grad/plan/Decisions.h"
#include "grad/plan/StoragePlan.h"

#include <set>

namespace treelize::grad {

/// `normalized` is the kernel that the plan is about; `fusedLoops` are among its
/// statements.
Decisions decisionsOf(const ir::Kernel& normalized, const analysis::Activity& activity,
                      const StoragePlan& plan, const std::set<const ir::Stmt*>& fusedLoops);

/// What did not need the tape after all.
void findLocals(Decisions& decisions, const ir::Kernel& adjoint);

} // namespace treelize::grad
