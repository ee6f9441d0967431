// The passes over one kernel, in the order of Passes.def: from what front/ lowered to its tangent
// and its adjoint. The kernel language is verified after each.
#pragma once

#include "Lowered.h"
#include "WantedDerivatives.h"
#include "grad/plan/Decisions.h"
#include "ir/IR.h"
#include "passes/PassRunner.h"

#include <optional>

namespace treelize {

/// From here on, control flow is branches and loops that run to their condition.
void structureKernel(ir::Kernel& kernel, const PassRunner& passes);

struct Derivatives {
  ir::Kernel primal;                 // structured, as whole as it goes
  std::optional<ir::Kernel> tangent; // see grad::hasTangent
  ir::Kernel adjoint;
  std::optional<ir::Kernel> adjointOverLanes,
      tangentOverLanes;      // of kernels with several results, see grad/Lanes
  std::string whyNoLanes;    // where the adjoint has none and could be asked for them
  std::optional<ir::Kernel> hessianProduct, hessianProductOverLanes; // see grad/Second
  std::string whyNoSecond;   // where it could be asked for
  std::optional<ir::Kernel> pullback; // its functions, see grad::SweepsApart
  bool pullbackRereads = false;
  std::string whyNoPullback; // where it could be asked for
  grad::Decisions decisions; // for the adjoint
};

struct DeriveOptions {
  unsigned checkpoints = 0; // the snapshots that the main loop may keep
  bool isFree = true;       // the kernel of a free function: it has second derivatives
  WantedDerivatives wanted = WantedDerivatives::all();
};

Derivatives derive(Lowered lowered, const DeriveOptions& options, const PassRunner& passes);

} // namespace treelize
