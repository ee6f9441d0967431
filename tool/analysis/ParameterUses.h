// What a kernel does with the numbers of a parameter, from its caller's view: the rows and the
// columns of its Jacobian.
#pragma once

#include "ir/IR.h"

#include <vector>

namespace treelize::analysis {

enum class ParameterUse {
  Read,    // a column: at most read
  Written, // a row: what the caller left there is not read
  Updated, // both
};

/// Of a parameter of a kernel in the structured dialect, as a whole. What cannot be told counts as
/// read.
ParameterUse useOf(const ir::Kernel& kernel, ir::VarId parameter);

/// Of each parameter.
std::vector<ParameterUse> parameterUses(const ir::Kernel& kernel);

} // namespace treelize::analysis
