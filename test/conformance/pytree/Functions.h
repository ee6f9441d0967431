// The functions and predicates that the vectors name.
#pragma once

#include "Value.h"

#include <vector>

namespace treelize::conformance::pytree {

/// map_fn of the vectors; throws PythonError where Python would.
Tree callMapped(const std::string& function, const std::vector<Value>& arguments);

/// reduce_fn.
Value callReduced(const std::string& function, const Value& a, const Value& b);

/// The is_leaf predicate of that name.
bool isLeaf(const std::string& predicate, const Part& part);

/// Maps over one to four trees.
Tree mapAll(const std::string& function, const std::vector<Tree>& trees);
Tree mapUntil(const std::string& function, const std::vector<Tree>& trees,
              const std::string& predicate);
Tree mapAllWithPath(const std::vector<Tree>& trees);

} // namespace treelize::conformance::pytree
