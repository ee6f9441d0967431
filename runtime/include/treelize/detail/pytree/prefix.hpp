// Prefix trees: a tree whose leaves stand for whole sub-trees of another.
#pragma once

#include "treelize/detail/pytree/as_tree.hpp"
#include "treelize/detail/pytree/mismatch.hpp"

namespace treelize {

namespace detail {

struct is_prefix_fn {
  template <class Prefix, class Full>
  bool operator()(const Prefix& prefix, const Full& full) const {
    const treedef& left = as_structure(prefix);
    const treedef& right = as_structure(full);
    return match_prefix(left.node(), right.node()).fits;
  }
};

struct prefix_errors_fn {
  template <class Prefix, class Full>
  std::vector<structure_mismatch> operator()(const Prefix& prefix, const Full& full) const {
    const treedef& left = as_structure(prefix);
    const treedef& right = as_structure(full);
    return find_mismatches(left.node(), right.node(), comparison::prefix);
  }
};

struct equality_errors_fn {
  template <class Left, class Right>
  std::vector<structure_mismatch> operator()(const Left& first, const Right& second) const {
    const treedef& left = as_structure(first);
    const treedef& right = as_structure(second);
    return find_mismatches(left.node(), right.node(), comparison::equality);
  }
};

struct flatten_up_to_fn {
  template <class Full>
  auto operator()(const treedef& prefix, const Full& full) const {
    const auto& given = as_tree(full);
    using leaf = tree_leaf<Full>;
    std::vector<tree<leaf>> result;
    for (const structure_part& part :
         parts_up_to(prefix.node(), given.structure().node(), "flatten_up_to",
                     "the tree is not as deep as the structure"))
      result.push_back(subtree<leaf>(part.node, given.leaves().data() + part.first_leaf).copy());
    return result;
  }
};

struct broadcast_prefix_fn {
  /// Of the class of `full` where the prefix's leaves are of its leaf type, else a tree<T>.
  template <class Prefix, class Full>
  auto operator()(const Prefix& prefix, const Full& full) const {
    const auto& found = as_tree(prefix);
    const auto& whole = as_structure(full);
    auto result = broadcast(found, whole);
    if constexpr (std::derived_from<Full, treedef> || is_dynamic<Full>)
      return result;
    else
      return back_to<Full>(whole, std::move(result));
  }

private:
  template <class Type>
  static tree<Type> broadcast(const tree<Type>& prefix, const treedef& full) {
    auto leaves = leaf_buffer<Type>::uninitialised(full.leaf_count());
    const Type* value = prefix.leaves().data();
    for (const structure_part& part :
         parts_up_to(prefix.structure().node(), full.node(), "broadcast_prefix",
                     "the first tree is no prefix of the second"))
      leaves.fill(part.node->leaves,
                  [answer = value++](std::size_t) -> const Type& { return *answer; });
    return tree<Type>(full, std::move(leaves));
  }
};

struct none_as_leaf_fn {
  template <class Type>
  tree<Type> operator()(const tree<Type>& given, const Type& value) const {
    auto is_none = [](const subtree<Type>& part) { return part.is_none(); };
    pruned<Type> down = prune(given, is_none);
    auto leaves = leaf_buffer<Type>::uninitialised(down.parts.size());
    leaves.fill(down.parts.size(), [&](std::size_t index) -> const Type& {
      return down.parts[index].is_none() ? value : down.parts[index].value();
    });
    return tree<Type>(std::move(down.structure), std::move(leaves));
  }
};

} // namespace detail

/// Whether the first tree or treedef ends where the second one has sub-trees, and is like it up to
/// there.
inline constexpr detail::is_prefix_fn is_prefix{};
/// All places where the first is no prefix of the second, with path and both sides.
inline constexpr detail::prefix_errors_fn prefix_errors{};
/// All places where two structures differ, with path and both sides; empty if they are equal.
inline constexpr detail::equality_errors_fn equality_errors{};
/// `flatten_up_to(def, tree)`: the sub-trees that stand at the leaves of the structure. Throws
/// mismatch_error.
inline constexpr detail::flatten_up_to_fn flatten_up_to{};
/// `broadcast_prefix(prefix, full)`: the prefix's leaves repeated, so that it has the structure of
/// the full tree. Throws mismatch_error.
inline constexpr detail::broadcast_prefix_fn broadcast_prefix{};
/// `none_as_leaf(tree, value)`: every None becomes a leaf of that value.
inline constexpr detail::none_as_leaf_fn none_as_leaf{};

} // namespace treelize
