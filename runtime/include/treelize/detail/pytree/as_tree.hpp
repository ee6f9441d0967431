// Any argument of a pytree function as a tree<T>: a static tree becomes one of its leaf type, what
// is no tree is one leaf.
#pragma once

#include "treelize/detail/pytree/flatten.hpp"

namespace treelize::detail {

template <class Type>
const tree<Type>& as_tree(const tree<Type>& whole) {
  return whole;
}
template <class Tree>
auto as_tree(const tree_view<Tree>& view) {
  return view.copy();
}
template <class Type>
tree<Type> as_tree(const subtree<Type>& part) {
  return part.copy();
}
template <static_tree Static>
tree<leaf_of<Static>> as_tree(const Static& value) {
  auto [leaves, structure] = flatten_fn{}(value);
  return unflatten_fn{}(static_cast<const treedef&>(structure), leaves);
}

template <class Static>
inline constexpr bool is_dynamic = is_dynamic_tree<std::remove_cvref_t<Static>>;
template <class Type>
inline constexpr bool is_dynamic<subtree<Type>> = true;

/// The leaf type of any argument.
template <class Static>
using tree_leaf =
    typename std::remove_cvref_t<decltype(as_tree(std::declval<const Static&>()))>::leaf_type;

/// The structure of a tree, or the structure that is given.
inline const treedef& as_structure(const treedef& structure) {
  return structure;
}
template <class Static>
  requires(!std::derived_from<Static, treedef>)
auto as_structure(const Static& value) {
  return structure_fn{}(value);
}

/// The tree as a Static where the leaves are of its type, else as it is.
template <class Static, class Result>
auto back_to(const treedef_of<Static>& structure, tree<Result> result) {
  if constexpr (std::same_as<Result, leaf_of<Static>>) {
    const std::vector<Result> leaves(result.leaves().begin(), result.leaves().end());
    return unflatten_fn{}(structure, leaves);
  } else {
    return result;
  }
}

} // namespace treelize::detail
