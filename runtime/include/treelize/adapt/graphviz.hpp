// A tree as a Graphviz picture: `dot -Tsvg` draws what to_dot gives.
#pragma once

#include "treelize/detail/cpp20.hpp"

#include "treelize/detail/pytree/draw.hpp"

namespace treelize {

/// The name of the graph, and how much of the tree is drawn.
struct dot_options {
  /// The name of the graph.
  std::string name = "tree";
  std::size_t nodes = 10000; ///< more are left out, and a box says how many
};

namespace detail {

std::string dot_of_structure(const treedef_node* root, const leaf_printer& print_leaf,
                             const dot_options& options);

struct to_dot_fn {
  template <class Side>
    requires(!std::derived_from<Side, treedef>)
  std::string operator()(const Side& value, const dot_options& options = {}) const {
    const auto& whole = as_tree(value);
    return dot_of_structure(
        whole.structure().node(),
        [&](std::size_t index) { return shown_leaf(whole.leaves()[index]); }, options);
  }
  std::string operator()(const treedef& structure, const dot_options& options = {}) const {
    return dot_of_structure(
        structure.node(), [](std::size_t) { return std::string("*"); }, options);
  }
};

} // namespace detail

/// `to_dot(tree)`: a digraph, leaves as boxes, keys on the edges.
inline constexpr detail::to_dot_fn to_dot{};

} // namespace treelize
