// Pictures of trees: a line for each node, below and to the right of the one that holds it.
#pragma once

#include "explain/Tree.h"

#include <string>

namespace treelize::explain {

/// `title` says what is seen, for those who cannot.
std::string svgOf(const Tree& tree, const std::string& title);

} // namespace treelize::explain
