// The adjoint of a kernel: a forward sweep that remembers what the storage plan says, then a
// reverse sweep over the same structure, backwards.
//
// The derived kernel has the primal's parameters, the seed when a value is returned, and one shadow
// per differentiable parameter (see Role::Shadow); `outputs` holds the primal value. It leaves
// everything the primal writes as it found it and only adds to shadows, except that the shadow of
// an overwritten output is consumed: it holds the seed at entry, the adjoint of the value at entry
// at exit.
#pragma once

#include "grad/plan/Decisions.h"
#include "ir/IR.h"
#include "passes/PassRunner.h"

namespace treelize::grad {

struct AdjointOptions {
  unsigned checkpoints = 0;   // how many snapshots the main loop may keep; 0: it stores what it needs
  bool returnsValue = true;   // the primal's
};

/// `primal` is in the structured dialect. What was decided goes to `decisions`, if asked for.
ir::Kernel makeAdjoint(const ir::Kernel& primal, const PassRunner& passes,
                       const AdjointOptions& options = {}, Decisions* decisions = nullptr);

/// The sweeps of a kernel as functions of their own, with the tape between them.
struct SweepsApart {
  ir::Kernel kernel; // its functions are the forward sweep, the reverse sweep, and what these call
  bool rereads;      // the reverse sweep changes nothing of the tape: it can run again

};
SweepsApart takeSweepsApart(const ir::Kernel& primal, const PassRunner& passes);

} // namespace treelize::grad
