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

struct LostArgument {
  Location where;
  std::string parameter, function;
};

/// What depends on a selected number and is passed to a function with a derivative that leaves this
/// parameter out.
std::vector<LostArgument> findLostArguments(const ir::Kernel& kernel);

/// The first statement that stores what depends on a selected number in a place that is left out,
/// and the same with this variable selected as well, until there is none.
std::vector<LostDerivative> findLostDerivatives(const ir::Kernel& kernel);

} // namespace treelize::analysis
