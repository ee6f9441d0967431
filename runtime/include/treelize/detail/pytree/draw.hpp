// A tree as a picture in text:
//
//   dict
//   ├── a: 1
//   └── b: list
//       ├── [0]: 2
//       └── [1]: None
//
// Every line is as wide as its place is deep, so depth and width are limited, and what is left out
// is said.
#pragma once

#include "treelize/detail/pytree/as_tree.hpp"

#include <functional>
#include <string>

namespace treelize {

/// How much of a tree draw shows.
struct draw_options {
  std::size_t depth = 50;     ///< levels below the root
  std::size_t children = 200; ///< of one node
};

namespace detail {

using leaf_printer = std::function<std::string(std::size_t leaf)>;

std::string draw_structure(const treedef_node* root, const leaf_printer& print_leaf,
                           const draw_options& options);

/// What stands for a node: `dict`, `Point`, `app::Layer [relu]`.
std::string node_label(const treedef_node& node);

/// A leaf as it is shown in pictures: strings are quoted.
template <class Type>
std::string shown_leaf(const Type& leaf) {
  if constexpr (is_leaf_variant<Type>)
    return std::visit([](const auto& value) { return shown_leaf(value); }, leaf);
  else if constexpr (std::is_convertible_v<const Type&, std::string_view>)
    return '"' + std::string(std::string_view(leaf)) + '"';
  else
    return aux_text(leaf);
}

struct draw_fn {
  template <class Side>
    requires(!std::derived_from<Side, treedef>)
  std::string operator()(const Side& object, const draw_options& options = {}) const {
    const auto& whole = as_tree(object);
    return draw_structure(
        whole.structure().node(),
        [&](std::size_t index) { return shown_leaf(whole.leaves()[index]); }, options);
  }
  std::string operator()(const treedef& structure, const draw_options& options = {}) const {
    return draw_structure(structure.node(), [](std::size_t) { return std::string("*"); }, options);
  }
};

} // namespace detail

/// `draw(tree)`, `draw(treedef)`, `draw(tree, {.depth = 3})`
inline constexpr detail::draw_fn draw{};

} // namespace treelize
