// A node class -> its specialisation of treelize::node_traits.
#pragma once

#include "tree/Node.h"

#include <string>

namespace treelize::print {

std::string printNode(const tree::Node& node);

} // namespace treelize::print
