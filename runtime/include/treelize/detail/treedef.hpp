// The structure of a tree without its leaves: kinds, keys, order.
// A treedef is immutable and interned: equal structures are one object, so comparing two is
// comparing pointers, from any thread. Nothing here recurses, so depth is bounded by memory alone.
#pragma once

#include "treelize/detail/function_ref.hpp"
#include "treelize/detail/pytree/treedef_node.hpp"

#include <cstddef>
#include <cstdint>
#include <iosfwd>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace treelize {

namespace detail {

/// The structure as text; a leaf, given by its position, is printed by the function. What is longer
/// than the limit ends in `...`.
std::string print_tree(const treedef_node* root,
                       function_ref<void(std::string&, std::size_t)> print_leaf,
                       std::size_t limit = std::string::npos);
/// For messages: not longer than a few lines.
std::string brief_text(const treedef_node* root);

} // namespace detail

/// A shared handle of an interned structure.
class treedef {
public:
  treedef() : node_(detail::none_node()) {}
  treedef(const treedef& other) : node_(other.node_) { detail::retain(node_); }
  treedef(treedef&& other) noexcept : node_(other.node_) { other.node_ = detail::none_node(); }
  treedef& operator=(treedef other) noexcept {
    std::swap(node_, other.node_);
    return *this;
  }
  ~treedef() { detail::release(node_); }

  static treedef leaf() { return adopt(detail::leaf_node()); }
  static treedef none() { return {}; }
  static treedef list(std::span<const treedef> children);
  /// A list of that many equal children.
  static treedef list(std::size_t count, const treedef& child);
  static treedef tuple(std::span<const treedef> children);
  /// Keys must differ; a dict sorts them.
  static treedef dict(std::span<const std::string_view> keys, std::span<const treedef> children);
  /// A dict whose keys are integers, sorted by value.
  static treedef dict(std::span<const std::int64_t> keys, std::span<const treedef> children);
  static treedef ordered_dict(std::span<const std::string_view> keys,
                              std::span<const treedef> children);
  static treedef ordered_dict(std::span<const std::int64_t> keys,
                              std::span<const treedef> children);
  static treedef named_tuple(std::string_view name, std::span<const std::string_view> keys,
                             std::span<const treedef> children);
  /// A node of a type of its own, with aux data; without keys the children have indices.
  static treedef custom(const node_data& data, std::span<const std::string_view> keys,
                        std::span<const treedef> children);
  /// Any kind but custom.
  static treedef make(node_kind kind, std::string_view name, std::span<const std::string_view> keys,
                      std::span<const treedef> children);
  /// This node with other children, as many as it has.
  treedef with_children(std::span<const treedef> children) const;

  node_kind kind() const { return node_->kind; }
  bool is_leaf() const { return kind() == node_kind::leaf; }
  bool is_none() const { return kind() == node_kind::none; }
  std::size_t size() const { return node_->size; }
  std::size_t leaf_count() const { return node_->leaves; }
  std::size_t num_leaves() const { return node_->leaves; }
  /// Leaves and None included, every place counted.
  std::size_t num_nodes() const;
  /// Of kinds, lengths and types: structures that differ in keys or aux data only have the same.
  std::size_t hash() const { return node_->hash; }
  treedef child(std::size_t index) const { return share(node_->child(index)); }
  std::vector<treedef> children() const;
  /// The first leaf of the i-th child, counted from the first leaf of this node.
  std::size_t offset(std::size_t index) const { return node_->offset(index); }
  bool keyed() const { return node_->keyed(); }
  std::string_view key(std::size_t index) const { return node_->key(index); }
  /// Whether the keys of a dict are integers.
  bool numeric() const { return node_->numeric; }
  std::string_view name() const { return node_->name(); }
  /// A custom node's type and aux data, else null.
  const node_data* data() const { return node_->data(); }
  std::optional<std::size_t> find(std::string_view key) const;

  /// This structure with `inner` in place of every leaf.
  treedef compose(const treedef& inner) const;
  /// This structure with the i-th structure in place of the i-th leaf.
  /// Throws leaf_count_error if there are not as many as leaves.
  treedef graft(std::span<const treedef> parts) const;

  /// `{a: *, b: [*, *]}`
  std::string str() const;

  const detail::treedef_node* node() const { return node_; }
  /// A further handle of a node that is known to be alive.
  static treedef share(const detail::treedef_node* node) {
    detail::retain(node);
    return adopt(node);
  }
  /// Takes over one reference.
  static treedef adopt(const detail::treedef_node* node) {
    treedef def;
    def.node_ = node;
    return def;
  }

  friend bool operator==(const treedef& left, const treedef& right) {
    return left.node_ == right.node_;
  }

private:
  const detail::treedef_node* node_;
};

/// `{a: *, b: [*, *]}`
template <class Traits>
std::basic_ostream<char, Traits>& operator<<(std::basic_ostream<char, Traits>& out,
                                             const treedef& def) {
  return out << def.str();
}

} // namespace treelize

template <>
struct std::hash<treelize::treedef> {
  std::size_t operator()(const treelize::treedef& def) const { return def.hash(); }
};
