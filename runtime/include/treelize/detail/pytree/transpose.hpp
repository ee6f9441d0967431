// transpose: a tree of trees turned inside out.
#pragma once

#include "treelize/detail/pytree/as_tree.hpp"
#include "treelize/detail/pytree/map.hpp"
#include "treelize/detail/pytree/mismatch.hpp"
#include "treelize/detail/walk/static_result.hpp"

namespace treelize {

namespace detail {

[[noreturn]] void throw_not_composed(const treedef& outer, const treedef& inner,
                                     const treedef& given);

/// The class Type over leaves of type Result, or needs_dynamic.
template <class Type, class Result>
using class_over_leaf =
    walk_result_t<returning<Result, deduced>, arg_list<arg<deduced, const Type>>>;

struct transpose_fn {
  /// `transpose(outer, inner, tree)`: the tree is as `outer` with an `inner` at every leaf; the
  /// result is as `inner` with an `outer` at every leaf. As in JAX, what is checked is the number
  /// of leaves: rows whose keys differ are taken by position. Throws mismatch_error.
  template <class Tree>
  auto operator()(const treedef& outer, const treedef& inner, const Tree& object) const {
    const auto& whole = as_tree(object);
    using leaf = tree_leaf<Tree>;
    const std::size_t rows = outer.leaf_count(), columns = inner.leaf_count();
    if (whole.structure().leaf_count() != rows * columns)
      throw_not_composed(outer, inner, whole.structure());
    require_leaf_count(inner, rows ? columns : 0); // no row says what there would be
    auto leaves = leaf_buffer<leaf>::uninitialised(rows * columns);
    for (std::size_t column = 0; column < columns; ++column)
      leaves.fill(rows, [&](std::size_t row) -> const leaf& {
        return whole.leaves()[row * columns + column];
      });
    return tree<leaf>(inner.compose(outer), std::move(leaves));
  }

  /// Of static trees: the inner class over the outer one, if there is such a class.
  template <class Outer, class Inner, class Tree>
  auto operator()(const treedef_of<Outer>& outer, const treedef_of<Inner>& inner,
                  const Tree& object) const {
    using leaf = tree_leaf<Tree>;
    const tree<leaf> turned =
        (*this)(static_cast<const treedef&>(outer), static_cast<const treedef&>(inner), object);
    using column = class_over_leaf<Outer, leaf>;
    using target = class_over_leaf<Inner, column>;
    if constexpr (std::same_as<column, needs_dynamic> || std::same_as<target, needs_dynamic> ||
                  !std::default_initializable<leaf_of<Outer>> ||
                  !std::default_initializable<leaf_of<Inner>>) {
      return turned;
    } else {
      const Outer like_outer = any_of_structure(outer);
      std::size_t next = 0;
      const auto value = [&](const auto&) { return turned.leaves()[next++]; };
      return map_fn{}([&](const auto&) { return map_fn{}(value, like_outer); },
                      any_of_structure(inner));
    }
  }

  /// The inner structure is that of the first sub-tree.
  template <class Tree>
  auto operator()(const treedef& outer, const Tree& object) const {
    const auto& whole = as_tree(object);
    const auto parts = parts_up_to(outer.node(), whole.structure().node(), "transpose",
                                   "the tree is not as deep as the outer structure");
    if (parts.empty())
      throw_not_composed(outer, treedef::leaf(), whole.structure());
    return (*this)(outer, treedef::share(parts.front().node), whole);
  }

private:
  template <class Tree>
  static Tree any_of_structure(const treedef_of<Tree>& structure) {
    return unflatten_fn{}(structure, std::vector<leaf_of<Tree>>(structure.leaf_count()));
  }
};

} // namespace detail

/// `transpose(outer, inner, tree)`: a tree of structure `outer` whose leaves are trees of structure
/// `inner`, as a tree of structure `inner` of trees of structure `outer`. Throws mismatch_error for
/// a tree that is not made so.
inline constexpr detail::transpose_fn transpose{};

} // namespace treelize
