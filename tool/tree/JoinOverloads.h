// Tree functions of one name become one: their wrapper cannot tell trees apart by the types of the
// leaves, but the functor that it hands down can, leaf by leaf, as overload resolution does.
#pragma once

#include "tree/TreeFunction.h"

#include <vector>

namespace treelize {
class DiagnosticSink;
}

namespace treelize::tree {

/// Joins overloads with the same number of parameters, in the order of the first of each. Reports
/// those that cannot be joined, and options that take no effect.
std::vector<TreeFunction> joinOverloads(std::vector<TreeFunction> functions, DiagnosticSink& sink);

} // namespace treelize::tree
