// Reading and editing of structures by key paths, for views.
#include "treelize/detail/tree_view.hpp"

#include <algorithm>
#include <charconv>

namespace treelize::detail {

std::size_t position_of(const treedef_node& node, std::string_view key) {
  return node.find(key);
}

std::size_t position_of(const treedef_node& node, std::size_t index) {
  if (node.numeric)
    return node.find(std::to_string(index));
  const bool ordered = !node.keyed() || node.kind == node_kind::named_tuple;
  return ordered && index < node.size ? index : node.size;
}

std::size_t position_of(const treedef_node& node, const path_key& key) {
  return key.is_index() ? position_of(node, key.index())
                        : position_of(node, std::string_view(key.name()));
}

namespace {

treedef with_child(const treedef_node& node, const path_key& key, const treedef& child) {
  std::vector<treedef> children = treedef::share(&node).children();
  const std::size_t at = position_of(node, key);
  if (at < node.size) {
    children[at] = child;
    return treedef::share(&node).with_children(children);
  }
  std::vector<std::string_view> keys;
  for (std::size_t i = 0; i < node.size; ++i)
    keys.push_back(node.key(i));
  keys.push_back(key.name());
  children.push_back(child);
  return treedef::make(node.kind, {}, keys, children);
}

} // namespace

treedef with_part(const treedef& structure, const key_path& path, const treedef& part) {
  std::vector<const treedef_node*> spine;
  const treedef_node* node = structure.node();
  for (const path_key& key : path) {
    spine.push_back(node);
    if (const std::size_t at = position_of(*node, key); at < node->size)
      node = node->child(at);
  }
  treedef made = part;
  for (std::size_t i = path.size(); i-- > 0;)
    made = with_child(*spine[i], path[i], made);
  return made;
}

std::size_t first_leaf_at(const treedef_node* node, const key_path& path) {
  std::size_t leaf = 0;
  for (const path_key& key : path) {
    const std::size_t at = position_of(*node, key);
    leaf += node->offset(at);
    node = node->child(at);
  }
  return leaf;
}

} // namespace treelize::detail
