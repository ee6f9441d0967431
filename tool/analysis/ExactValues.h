// Which values decide something, so that a derivative needs them as the primal has them, to the last
// digit: with a sum that is rounded otherwise it might take another branch.
//
// Something is decided by conditions, whole numbers and indices that are made of reals, operators
// that jump or have a kink (`floor`, `fabs`, `max`), steps of the program's and calls. Operators
// whose domain ends (`sqrt`, `log`) decide nothing where their operand has a sign that no rounding
// changes. Like analysis/Activity it does not look at the order of statements, and takes a variable
// as a whole.
#pragma once

#include "ir/IR.h"

#include <set>

namespace treelize::analysis {

/// The variables that hold such values, and those that these are made of.
std::set<ir::VarId> exactValues(const ir::Kernel& kernel);

/// The variables that the value of the result is made of, itself included.
std::set<ir::VarId> valuesOfResult(const ir::Kernel& kernel);

} // namespace treelize::analysis
