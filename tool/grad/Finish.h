// What becomes of the sweeps until they are printed: the passes of the stage `finish`, in their
// order.
#pragma once

#include "grad/plan/Decisions.h"
#include "ir/IR.h"
#include "passes/PassRunner.h"

namespace treelize::grad {

/// What was decided about loops that the source calls parallel goes to `parallelLoops`, which may
/// be null.
void finish(ir::Kernel& adjoint, const PassRunner& passes,
            std::vector<ParallelDecision>* parallelLoops);

} // namespace treelize::grad
