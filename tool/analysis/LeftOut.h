// What a `wrt` leaves out has no adjoint: a derivative that a kernel stores there is lost.
#pragma once

#include "ir/IR.h"

#include <string>
#include <vector>

namespace treelize::analysis {

struct LostDerivative {
  Location where;
  std::string variable;
};

/// Is something that depends on a selected number passed to a function with a derivative that leaves
/// this parameter out?
bool losesArguments(const ir::Kernel& kernel);

/// The first statement that stores what depends on a selected number in a place that is left out,
/// and the same with this variable selected as well, until there is none.
std::vector<LostDerivative> findLostDerivatives(const ir::Kernel& kernel);

} // namespace treelize::analysis
