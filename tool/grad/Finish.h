// What becomes of the sweeps until they are printed: the passes of the stage `finish`, in their
// order.
#pragma once

#include "grad/finish/sums/CarrySums.h"
#include "grad/plan/Decisions.h"
#include "ir/IR.h"
#include "passes/PassRunner.h"

namespace treelize::grad {

/// What was decided about loops that the source calls parallel goes to `parallelLoops`, which may
/// be null. Returns the sums of elements that locals hold for a while.
std::vector<CarriedSum> finish(ir::Kernel& adjoint, const PassRunner& passes,
                               std::vector<ParallelDecision>* parallelLoops);

} // namespace treelize::grad
