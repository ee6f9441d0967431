// Lengths of mapped axes, and axes by a prefix tree.
#include "treelize/detail/filter/axes.hpp"
#include "treelize/detail/pytree/key_paths.hpp"

namespace treelize::detail {

void batch_length::add(std::size_t length, std::size_t axis, const key_path& path) {
  const std::string here = "axis " + std::to_string(axis) + " of the leaf " + at_path(path.str());
  if (!length_) {
    length_ = length;
    first_ = here;
    return;
  }
  if (*length_ == length)
    return;
  throw axis_error("treelize: batch maps over axes of unequal length: " +
                       (first_.empty() ? std::string("axis_size") : first_) + " is " +
                       std::to_string(*length_) + ", " + here + " is " + std::to_string(length),
                   path.str());
}

std::size_t batch_length::get() const {
  if (!length_)
    throw axis_error(
        "treelize: batch maps over nothing: every argument is unmapped, and there is no "
        "axis_size");
  return *length_;
}

namespace {

struct prefix_walk {
  std::span<const int> axes;
  std::vector<std::optional<int>> result = {};
  std::size_t next = 0;
  key_path path = {};

  void walk(const treedef_node* prefix, const treedef_node* node) {
    if (prefix->kind == node_kind::none) {
      result.insert(result.end(), node->leaves, std::nullopt);
    } else if (prefix->is_leaf()) {
      result.insert(result.end(), node->leaves, axes[next]);
      ++next;
    } else {
      if (prefix->kind != node->kind || prefix->size != node->size)
        refuse(prefix, node);
      for (std::size_t i = 0; i < node->size; ++i) {
        if (prefix->keyed() && prefix->key(i) != node->key(i))
          refuse(prefix, node);
        path.push_back(key_of_child(*node, i));
        walk(prefix->child(i), node->child(i));
        path.pop_back();
      }
    }
  }
  [[noreturn]] void refuse(const treedef_node* prefix, const treedef_node* node) const {
    throw mismatch_error("treelize: batch: the axes are no prefix of the argument " +
                             at_path(path.str()) + ": " + treedef::share(prefix).str() + " and " +
                             treedef::share(node).str(),
                         path.str());
  }
};

} // namespace

std::vector<std::optional<int>> prefix_axes(const treedef& prefix, std::span<const int> axes,
                                            const treedef& structure) {
  prefix_walk walk{axes};
  walk.walk(prefix.node(), structure.node());
  return std::move(walk.result);
}

} // namespace treelize::detail
