// A tree function -> a functor that does the leaves, and the overloads that take trees.
// The functor stands before the overloads and calls the user's function by its qualified name, so
// that it can never call them.
#pragma once

#include "tree/TreeFunction.h"

#include <string>

namespace treelize::print {

std::string printTreeFunction(const tree::TreeFunction& function);

} // namespace treelize::print
