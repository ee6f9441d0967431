// Where the function itself returns trees, each becomes the sub-tree in the place of its leaf.
#pragma once

#include "treelize/detail/walk/open_structure.hpp"
#include "treelize/tree.hpp"

#include <algorithm>
#include <cstddef>
#include <type_traits>
#include <utility>
#include <vector>

namespace treelize::detail {

/// What the result of a leaf call is a leaf of: a tree's leaf type, or the result itself.
template <class Result>
struct grafted_leaf {
  using type = Result;
};
template <class Result>
  requires is_dynamic_tree<Result>
struct grafted_leaf<Result> {
  using type = typename Result::leaf_type;
};

/// One tree of all results, which are trees for the leaves of the structure in order.
template <class Tree>
tree<typename Tree::leaf_type> grafted(const treedef& structure, std::vector<Tree>& parts) {
  using leaf = typename Tree::leaf_type;
  std::vector<treedef> structures;
  structures.reserve(parts.size());
  std::size_t count = 0;
  for (const Tree& part : parts) {
    structures.push_back(part.structure());
    count += part.structure().leaf_count();
  }
  auto leaves = leaf_buffer<leaf>::uninitialised(count);
  for (Tree& part : parts) {
    auto given = part.leaves();
    leaves.fill(given.size(),
                [&](std::size_t index) -> decltype(auto) { return std::move(given[index]); });
  }
  return tree<leaf>(structure.graft(structures), std::move(leaves));
}

/// Leaves that hold trees, as only the running program knows, become these trees.
template <class Type>
tree<Type> grafted_open(tree<Type> whole) {
  auto is_tree = [](const Type& leaf) { return open_leaf<Type>::tree_of(leaf) != nullptr; };
  if (std::ranges::none_of(whole.leaves(), is_tree))
    return whole;
  std::vector<tree<Type>> parts;
  for (Type& leaf : whole.leaves())
    if (const tree<Type>* part = open_leaf<Type>::tree_of(leaf))
      parts.push_back(*part);
    else
      parts.emplace_back(std::move(leaf));
  return grafted(whole.structure(), parts);
}

} // namespace treelize::detail
