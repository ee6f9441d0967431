// A part of a tree<T>, seen without copying: what `is_leaf` predicates are asked about, and what a
// function is handed where another tree has a whole sub-tree. Cheaper than a tree_view, as it knows
// no path.
#pragma once

#include "treelize/detail/raise.hpp"
#include "treelize/tree.hpp"

namespace treelize {

/// A part of a tree<T>, to be read. Valid as long as the tree is unchanged.
template <class Type>
class subtree {
public:
  using leaf_type = Type;

  subtree(const detail::treedef_node* node, const Type* first_leaf)
      : node_(node), first_(first_leaf) {}
  explicit subtree(const tree<Type>& whole)
      : subtree(whole.structure().node(), whole.leaves().data()) {}

  node_kind kind() const { return node_->kind; }
  bool is_leaf() const { return node_->is_leaf(); }
  bool is_none() const { return kind() == node_kind::none; }
  /// The number of children.
  std::size_t size() const { return node_->size; }
  bool contains(std::string_view key) const { return node_->find(key) < node_->size; }
  subtree child(std::size_t index) const {
    return {node_->child(index), first_ + node_->offset(index)};
  }
  treedef structure() const { return treedef::share(node_); }
  std::span<const Type> leaves() const { return {first_, node_->leaves}; }

  /// The value of a part that is one leaf. Throws access_error.
  const Type& value() const {
    if (!is_leaf())
      detail::raise(
          access_error("treelize: a part " + detail::brief_text(node_) + " is read as one leaf"));
    return *first_;
  }
  /// The part as a tree of its own.
  tree<Type> copy() const {
    auto leaves = detail::leaf_buffer<Type>::uninitialised(node_->leaves);
    leaves.fill(node_->leaves, [&](std::size_t index) -> const Type& { return first_[index]; });
    return tree<Type>(structure(), std::move(leaves));
  }
  operator tree<Type>() const { return copy(); }

  const detail::treedef_node* node() const { return node_; }

private:
  const detail::treedef_node* node_;
  const Type* first_;
};

} // namespace treelize
