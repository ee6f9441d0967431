// transpose: a tree of trees turned inside out.
#pragma once

#include "treelize/pytree/as_tree.hpp"
#include "treelize/pytree/mismatch.hpp"

namespace treelize {

namespace detail {

[[noreturn]] void throw_not_composed(const treedef& outer, const treedef& inner,
                                     const treedef& given);

struct transpose_fn {
  /// `transpose(outer, inner, tree)`: the tree is as `outer` with an `inner` at every leaf; the
  /// result is as `inner` with an `outer` at every leaf. As in JAX, what is checked is the number
  /// of leaves: rows whose keys differ are taken by position. Throws mismatch_error.
  template <class X>
  auto operator()(const treedef& outer, const treedef& inner, const X& x) const {
    const auto& t = as_tree(x);
    using leaf = tree_leaf<X>;
    const std::size_t rows = outer.leaf_count(), columns = inner.leaf_count();
    if (t.structure().leaf_count() != rows * columns)
      throw_not_composed(outer, inner, t.structure());
    require_leaf_count(inner, rows ? columns : 0); // no row says what there would be
    auto leaves = leaf_buffer<leaf>::uninitialised(rows * columns);
    for (std::size_t column = 0; column < columns; ++column)
      leaves.fill(
          rows, [&](std::size_t row) -> const leaf& { return t.leaves()[row * columns + column]; });
    return tree<leaf>(inner.compose(outer), std::move(leaves));
  }

  /// The inner structure is that of the first sub-tree.
  template <class X>
  auto operator()(const treedef& outer, const X& x) const {
    const auto& t = as_tree(x);
    const auto parts = parts_up_to(outer.node(), t.structure().node(), "transpose",
                                   "the tree is not as deep as the outer structure");
    if (parts.empty())
      throw_not_composed(outer, treedef::leaf(), t.structure());
    return (*this)(outer, treedef::share(parts.front().node), t);
  }
};

} // namespace detail

inline constexpr detail::transpose_fn transpose{};

} // namespace treelize
