// A part of a tree<T>: what `t["a"]["b"]` gives. It compares and converts, its value() is the leaf,
// and assigning edits the tree: a leaf in place, anything else by rebuilding the structure above
// it. `t["new"] = v` adds a key to a dict. A view is valid as long as its tree lives and keeps its
// structure.
#pragma once

#include "treelize/detail/key_path.hpp"
#include "treelize/detail/raise.hpp"
#include "treelize/tree.hpp"

namespace treelize {

namespace detail {

/// The child that a key means, or the node's size: a name in a node with names, an index in any
/// other and in a named tuple.
std::size_t position_of(const treedef_node& node, const path_key& key);
std::size_t position_of(const treedef_node& node, std::string_view key);
std::size_t position_of(const treedef_node& node, std::size_t index);

/// The structure with its part at the path replaced; the last key may be a new one of a dict.
treedef with_part(const treedef& structure, const key_path& path, const treedef& part);

/// The number of leaves before the place of the path, which exists.
std::size_t first_leaf_at(const treedef_node* root, const key_path& path);

} // namespace detail

/// A part of a tree<T> in its place: `t["a"][0]` reads and, of a tree that is not const, assigns.
/// Refers to the tree.
template <class Tree>
class tree_view {
  using owner = std::remove_const_t<Tree>;
  static constexpr bool read_only = std::is_const_v<Tree>;

public:
  using leaf_type = typename owner::leaf_type;
  using value_type = std::conditional_t<read_only, const leaf_type, leaf_type>;

  explicit tree_view(Tree& root) : root_(&root), node_(root.structure().node()) {}
  tree_view(const tree_view&) = default;

  tree_view operator[](std::string_view key) const { return child(key); }
  tree_view operator[](const char* key) const { return child(key); }
  tree_view operator[](std::size_t index) const { return child(index); }
  tree_view operator[](int index) const { return child(static_cast<std::size_t>(index)); }

  node_kind kind() const { return node().kind; }
  bool is_leaf() const { return kind() == node_kind::leaf; }
  bool is_none() const { return kind() == node_kind::none; }
  std::size_t size() const { return node().size; }
  bool contains(std::string_view key) const { return node().find(key) < node().size; }
  treedef structure() const { return treedef::share(&node()); }
  std::span<value_type> leaves() const {
    return std::span<value_type>(root_->leaves()).subspan(offset_, node().leaves);
  }
  /// Where in the tree this is.
  const key_path& path() const { return path_; }

  value_type& value() const {
    if (!is_leaf())
      detail::raise(access_error("treelize: " + detail::brief_text(&node()) + " " +
                                     detail::at_path(path_.str()) + " is read as one leaf",
                                 path_.str()));
    return root_->leaves()[offset_];
  }
  operator value_type&() const { return value(); }
  operator owner() const { return copy(); }

  /// The part as a tree of its own.
  owner copy() const {
    auto part = leaves();
    auto buffer = detail::leaf_buffer<leaf_type>::uninitialised(part.size());
    buffer.fill(part.size(), [&](std::size_t place) -> const leaf_type& { return part[place]; });
    return owner(structure(), std::move(buffer));
  }

  template <leaf_value_for<leaf_type> Other>
    requires(!read_only)
  const tree_view& operator=(Other&& leaf) const {
    if (node_ && is_leaf())
      value() = static_cast<leaf_type>(std::forward<Other>(leaf));
    else
      replace(owner(std::forward<Other>(leaf)));
    return *this;
  }
  const tree_view& operator=(const owner& part) const
    requires(!read_only)
  {
    replace(part);
    return *this;
  }
  const tree_view& operator=(const tree_view& other) const
    requires(!read_only)
  {
    replace(other.copy());
    return *this;
  }

  template <class Other>
  friend bool operator==(const tree_view& view, const Other& other) {
    if constexpr (detail::is_dynamic_tree<Other>)
      return view.structure() == other.structure() &&
             std::ranges::equal(view.leaves(), other.leaves(), detail::leaf_equal<leaf_type>());
    else if constexpr (requires(const leaf_type& leaf) { leaf == other; })
      return view.is_leaf() && view.value() == other;
    else
      return view.copy() == other;
  }
  template <class Traits>
  friend std::basic_ostream<char, Traits>& operator<<(std::basic_ostream<char, Traits>& out,
                                                      const tree_view& view) {
    return out << view.copy();
  }

private:
  Tree* root_;
  const detail::treedef_node* node_; ///< null where the last key of the path does not exist
  std::size_t offset_ = 0;
  key_path path_;

  const detail::treedef_node& node() const {
    if (!node_)
      detail::raise(access_error("treelize: the tree has nothing " + detail::at_path(path_.str()),
                                 path_.str()));
    return *node_;
  }

  template <class Key>
  tree_view child(Key key) const {
    std::size_t place = detail::position_of(node(), key);
    tree_view result = *this;
    result.path_.push_back(path_key(key));
    if (place < node().size) {
      result.node_ = node().child(place);
      result.offset_ += node().offset(place);
      return result;
    }
    result.node_ = nullptr;
    bool may_be_added = !read_only && std::is_same_v<Key, std::string_view> && !node().numeric &&
                        (node().kind == node_kind::dict || node().kind == node_kind::ordered_dict);
    if (!may_be_added)
      result.node();
    return result;
  }
  tree_view child(const char* key) const { return child(std::string_view(key)); }

  void replace(const owner& part) const {
    treedef structure = detail::with_part(root_->structure(), path_, part.structure());
    const std::size_t at = detail::first_leaf_at(structure.node(), path_);
    const std::size_t old = node_ ? node_->leaves : 0;
    const auto& leaves = std::as_const(*root_).leaves();
    auto buffer = detail::leaf_buffer<leaf_type>::uninitialised(structure.leaf_count());
    auto append = [&](std::span<const leaf_type> some) {
      buffer.fill(some.size(), [&](std::size_t place) -> const leaf_type& { return some[place]; });
    };
    append(leaves.first(at));
    append(part.leaves());
    append(leaves.subspan(at + old));
    *root_ = owner(std::move(structure), std::move(buffer));
  }
};

template <class Type>
tree_view<tree<Type>> tree<Type>::root() {
  return tree_view<tree>(*this);
}
template <class Type>
tree_view<const tree<Type>> tree<Type>::root() const {
  return tree_view<const tree>(*this);
}

} // namespace treelize
