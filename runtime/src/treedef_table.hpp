// The table of all structures that are alive: weak entries, in independent parts under a lock each.
#pragma once

#include "treelize/detail/pytree/treedef_node.hpp"

namespace treelize::detail {

/// The table's equal of the candidate, with one more reference, or the candidate itself, entered.
treedef_node* intern(treedef_node* candidate);

/// Frees a node that is not, or no longer, in the table.
void destroy(treedef_node* node);

/// The bytes behind the header and the node_data.
std::size_t trailing_size(const treedef_node& node);

} // namespace treelize::detail
