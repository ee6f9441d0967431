// Key paths by a walk with a stack of its own.
#include "treelize/detail/pytree/key_paths.hpp"

#include <algorithm>
#include <charconv>

namespace treelize::detail {

path_key key_of_child(const treedef_node& node, std::size_t i) {
  if (!node.keyed())
    return path_key(i);
  const std::string_view name = node.key(i);
  if (node.numeric && name.front() != '-') {
    std::size_t index = 0;
    std::from_chars(name.data(), name.data() + name.size(), index);
    return path_key(index);
  }
  return path_key(name);
}

void visit_paths(const treedef_node* root,
                 const std::function<void(const key_path&, std::size_t)>& visit) {
  struct frame {
    const treedef_node* node;
    std::size_t next;
  };
  key_path path;
  std::size_t leaf = 0;
  std::vector<frame> frames{{root, 0}};
  while (!frames.empty()) {
    frame& f = frames.back();
    if (f.next > 0)
      path.pop_back();
    if (f.node->is_leaf() || f.next == f.node->size) {
      if (f.node->is_leaf())
        visit(path, leaf++);
      frames.pop_back();
      continue;
    }
    path.push_back(key_of_child(*f.node, f.next));
    const treedef_node* child = f.node->child(f.next++);
    frames.push_back({child, 0});
  }
}

key_path path_of_leaf(const treedef_node* node, std::size_t leaf) {
  key_path path;
  while (!node->is_leaf()) {
    // The last child that begins at the leaf or before it, and has leaves.
    std::size_t low = 0, high = node->size;
    while (high - low > 1) {
      const std::size_t middle = low + (high - low) / 2;
      (node->offset(middle) <= leaf ? low : high) = middle;
    }
    leaf -= node->offset(low);
    path.push_back(key_of_child(*node, low));
    node = node->child(low);
  }
  return path;
}

std::vector<key_path> key_paths_fn::operator()(const treedef& structure) const {
  std::vector<key_path> paths;
  paths.reserve(structure.leaf_count());
  visit_paths(structure.node(), [&](const key_path& path, std::size_t) { paths.push_back(path); });
  return paths;
}

} // namespace treelize::detail
