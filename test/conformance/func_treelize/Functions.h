// The functions of the vectors, as Python calls them: arguments by position and by name.
#pragma once

#include "Value.h"

#include <string>
#include <utility>
#include <vector>

namespace treelize::conformance::func_treelize {

struct Call {
  std::vector<Value> args;
  std::vector<std::pair<std::string, Value>> kwargs;
};

/// Throws PythonError where Python raises.
using Function = Value (*)(const Call& call);

/// Null: no such function.
Function findFunction(const std::string& name);
/// What a generator of the vectors gives.
Value generate(const std::string& name);

} // namespace treelize::conformance::func_treelize
