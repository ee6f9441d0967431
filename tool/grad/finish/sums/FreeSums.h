// Sums of the primal that only derivatives ask for need not be taken in its order: in parts they
// are as near to what is meant, and compilers put them into vectors.
#pragma once

#include "grad/finish/sums/CarrySums.h"
#include "grad/plan/Decisions.h"
#include "ir/IR.h"

#include <set>
#include <vector>

namespace treelize::grad {

/// The variables that hold such sums.
struct FreeSums {
  /// What carries such a sum of an element is one too.
  void add(const CarriedSum& sum);

  std::set<ir::VarId> all;
  std::set<ir::VarId> ofResult; // those that the result is made of: free unless it is wanted
};

/// Of the primal as its sweeps are made of it.
FreeSums findFreeSums(const ir::Kernel& primal);

/// Takes those in any order that innermost loops of the finished adjoint add up, and returns them.
/// Where they keep their order for the result, a constant says whether it is wanted.
std::vector<Repeated> takeInAnyOrder(ir::Kernel& adjoint, const FreeSums& sums);

} // namespace treelize::grad
