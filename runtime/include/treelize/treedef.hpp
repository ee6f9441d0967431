// The structure of a tree without its leaves: kinds, keys, order.
// A treedef is immutable and interned: equal structures are one object, so comparing two is comparing
// pointers, from any thread. A node is one block of memory: header, children, offsets of the children's
// first leaves, keys. Nothing here recurses, so depth is bounded by memory alone.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace treelize {

enum class node_kind : std::uint8_t {
  leaf,
  none,         ///< no child, no leaf
  dict,         ///< named children, sorted by name
  ordered_dict, ///< named children in the order of insertion
  list,
  tuple,
  named_tuple, ///< named children of a named type
  custom,
};

namespace detail {

struct treedef_node {
  treedef_node* next = nullptr; ///< the interning table's chain
  std::size_t hash = 0;
  std::size_t leaves = 0;
  std::size_t size = 0; ///< number of children
  std::atomic<std::uint32_t> refs{1};
  std::uint32_t name_bytes = 0;
  node_kind kind = node_kind::leaf;
  bool flat = true; ///< every child is a leaf: no offsets are kept

  bool keyed() const {
    return kind == node_kind::dict || kind == node_kind::ordered_dict ||
           kind == node_kind::named_tuple;
  }
  bool sequence() const { return kind == node_kind::list || kind == node_kind::tuple; }
  bool is_leaf() const { return kind == node_kind::leaf; }

  const treedef_node* child(std::size_t i) const { return children()[i]; }
  std::size_t offset(std::size_t i) const { return flat ? i : offsets()[i]; }
  std::string_view key(std::size_t i) const;
  std::string_view name() const { return {chars(), name_bytes}; }
  /// The i-th child in the order of its name.
  std::size_t by_name(std::size_t i) const { return kind == node_kind::dict ? i : order()[i]; }
  /// The child of that name, or size.
  std::size_t find(std::string_view key) const;

  // The trailing arrays, in this order.
  const treedef_node* const* children() const {
    return reinterpret_cast<const treedef_node* const*>(this + 1);
  }
  const std::size_t* offsets() const {
    return reinterpret_cast<const std::size_t*>(children() + size);
  }
  const std::uint32_t* key_ends() const {
    return reinterpret_cast<const std::uint32_t*>(offsets() + (flat ? 0 : size));
  }
  const std::uint32_t* order() const { return key_ends() + (keyed() ? size : 0); }
  const char* chars() const {
    return reinterpret_cast<const char*>(order() +
                                         (keyed() && kind != node_kind::dict ? size : 0));
  }
};

void retain(const treedef_node* node);
void release(const treedef_node* node);
const treedef_node* leaf_node();
const treedef_node* none_node();

/// The structure as text; a leaf, given by its position, is printed by the function.
std::string print_tree(const treedef_node* root,
                       const std::function<void(std::string&, std::size_t)>& print_leaf);

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
  static treedef tuple(std::span<const treedef> children);
  /// Keys must differ; a dict sorts them.
  static treedef dict(std::span<const std::string_view> keys, std::span<const treedef> children);
  static treedef ordered_dict(std::span<const std::string_view> keys,
                              std::span<const treedef> children);
  static treedef named_tuple(std::string_view name, std::span<const std::string_view> keys,
                             std::span<const treedef> children);
  static treedef make(node_kind kind, std::string_view name, std::span<const std::string_view> keys,
                      std::span<const treedef> children);

  node_kind kind() const { return node_->kind; }
  bool is_leaf() const { return kind() == node_kind::leaf; }
  bool is_none() const { return kind() == node_kind::none; }
  std::size_t size() const { return node_->size; }
  std::size_t leaf_count() const { return node_->leaves; }
  std::size_t hash() const { return node_->hash; }
  treedef child(std::size_t i) const { return share(node_->child(i)); }
  /// The first leaf of the i-th child, counted from the first leaf of this node.
  std::size_t offset(std::size_t i) const { return node_->offset(i); }
  bool keyed() const { return node_->keyed(); }
  std::string_view key(std::size_t i) const { return node_->key(i); }
  std::string_view name() const { return node_->name(); }
  std::optional<std::size_t> find(std::string_view key) const;

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

  friend bool operator==(const treedef& a, const treedef& b) { return a.node_ == b.node_; }

private:
  const detail::treedef_node* node_;
};

} // namespace treelize
