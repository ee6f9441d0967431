// Any argument of a pytree function as a tree<T>: a static tree becomes one of its leaf type, what
// is no tree is one leaf.
#pragma once

#include "treelize/detail/pytree/flatten.hpp"

namespace treelize::detail {

template <class T>
const tree<T>& as_tree(const tree<T>& t) {
  return t;
}
template <class Tree>
auto as_tree(const tree_view<Tree>& view) {
  return view.copy();
}
template <class T>
tree<T> as_tree(const subtree<T>& part) {
  return part.copy();
}
template <static_tree X>
tree<leaf_of<X>> as_tree(const X& x) {
  auto [leaves, structure] = flatten_fn{}(x);
  return unflatten_fn{}(static_cast<const treedef&>(structure), leaves);
}

template <class X>
inline constexpr bool is_dynamic = is_dynamic_tree<std::remove_cvref_t<X>>;
template <class T>
inline constexpr bool is_dynamic<subtree<T>> = true;

/// The leaf type of any argument.
template <class X>
using tree_leaf =
    typename std::remove_cvref_t<decltype(as_tree(std::declval<const X&>()))>::leaf_type;

/// The structure of a tree, or the structure that is given.
inline const treedef& as_structure(const treedef& structure) {
  return structure;
}
template <class X>
  requires(!std::derived_from<X, treedef>)
auto as_structure(const X& x) {
  return structure_fn{}(x);
}

/// The tree as an X where the leaves are of X's type, else as it is.
template <class X, class R>
auto back_to(const treedef_of<X>& structure, tree<R> result) {
  if constexpr (std::same_as<R, leaf_of<X>>) {
    const std::vector<R> leaves(result.leaves().begin(), result.leaves().end());
    return unflatten_fn{}(structure, leaves);
  } else {
    return result;
  }
}

} // namespace treelize::detail
