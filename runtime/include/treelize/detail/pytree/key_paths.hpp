// The key paths of a structure's leaves, in their order.
#pragma once

#include "treelize/detail/key_path.hpp"
#include "treelize/detail/treedef.hpp"

#include <functional>
#include <vector>

namespace treelize {

namespace detail {

/// The key of a node's i-th child: a name, or an index where children have none or the name is a
/// number.
path_key key_of_child(const treedef_node& node, std::size_t index);

/// Calls visit(path, leaf) for every leaf; the path is changed from one call to the next.
void visit_paths(const treedef_node* root,
                 const std::function<void(const key_path&, std::size_t)>& visit);

/// The path of one leaf.
key_path path_of_leaf(const treedef_node* root, std::size_t leaf);

struct key_paths_fn {
  std::vector<key_path> operator()(const treedef& structure) const;
};

} // namespace detail

/// `key_paths(structure)`: where the leaves stand.
inline constexpr detail::key_paths_fn key_paths{};

} // namespace treelize
