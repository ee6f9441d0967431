// A node of a structure as it lies in memory: one block, a header and what the node needs of data,
// children, offsets of the children's first leaves, keys. Where every child is a leaf there are no
// children and no offsets, where there is one child no offset; unnamed children have no keys.
#pragma once

#include "treelize/detail/ref_count.hpp"

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace treelize {

class node_data;

enum class node_kind : std::uint8_t {
  leaf,
  none,         ///< no child, no leaf
  dict,         ///< named children, sorted by name
  ordered_dict, ///< named children in the order of insertion
  list,
  tuple,
  named_tuple, ///< named children of a named type
  custom,      ///< a node_data, and children with or without names
};

namespace detail {

/// Of a node_data, which few users need to know.
inline constexpr std::size_t node_data_size = 2 * sizeof(void*);

struct treedef_node {
  treedef_node* next = nullptr; ///< the interning table's chain
  std::size_t leaves = 0;
  std::uint32_t size = 0; ///< number of children
  ref_count refs;
  std::uint32_t hash = 0; ///< of kinds, sizes and types
  std::uint16_t name_bytes = 0;
  node_kind kind = node_kind::leaf;
  bool flat : 1 = true; ///< every child is a leaf
  bool named : 1 = false;
  bool numeric : 1 = false; ///< the keys of a dict are integers

  constexpr treedef_node() = default;
  constexpr explicit treedef_node(node_kind given, std::size_t leaf_count, std::uint32_t hash_value)
      : leaves(leaf_count), hash(hash_value), kind(given) {}

  bool keyed() const { return named; }
  bool sequence() const { return kind == node_kind::list || kind == node_kind::tuple; }
  bool is_leaf() const { return kind == node_kind::leaf; }

  const treedef_node* child(std::size_t index) const;
  std::size_t offset(std::size_t index) const {
    return flat ? index : size == 1 ? 0 : offsets()[index];
  }
  std::string_view key(std::size_t index) const;
  /// A custom node's, else null.
  const node_data* data() const {
    return kind == node_kind::custom ? reinterpret_cast<const node_data*>(this + 1) : nullptr;
  }
  /// Of the type of a named tuple or a custom node.
  std::string_view name() const;
  /// The i-th child in the order of its name.
  std::size_t by_name(std::size_t index) const { return has_order() ? order()[index] : index; }
  /// The child of that name, or size.
  std::size_t find(std::string_view key) const;

  // The trailing arrays, in this order.
  const char* trailing() const {
    return reinterpret_cast<const char*>(this + 1) +
           (kind == node_kind::custom ? node_data_size : 0);
  }
  const treedef_node* const* children() const {
    return reinterpret_cast<const treedef_node* const*>(trailing());
  }
  const std::size_t* offsets() const {
    return reinterpret_cast<const std::size_t*>(children() + (flat ? 0 : size));
  }
  const std::uint32_t* key_ends() const {
    return reinterpret_cast<const std::uint32_t*>(offsets() + (flat || size == 1 ? 0 : size));
  }
  const std::uint32_t* order() const { return key_ends() + (named ? size : 0); }
  const char* chars() const {
    return reinterpret_cast<const char*>(order() + (has_order() ? size : 0));
  }
  bool has_order() const { return named && kind != node_kind::dict; }
};
static_assert(sizeof(treedef_node) == 32);

/// The two structures without children, which are never released.
extern treedef_node leaf_instance, none_instance;
inline const treedef_node* leaf_node() {
  return &leaf_instance;
}
inline const treedef_node* none_node() {
  return &none_instance;
}

inline const treedef_node* treedef_node::child(std::size_t index) const {
  return flat ? leaf_node() : children()[index];
}

inline std::string_view treedef_node::key(std::size_t index) const {
  const std::uint32_t* ends = key_ends();
  const std::uint32_t begin = index == 0 ? name_bytes : ends[index - 1];
  return {chars() + begin, ends[index] - begin};
}

inline bool immortal(const treedef_node* found) {
  return found->kind <= node_kind::none;
}
void release_last(const treedef_node* node);

inline void retain(const treedef_node* node) {
  if (!immortal(node))
    const_cast<treedef_node*>(node)->refs.add();
}
inline void release(const treedef_node* node) {
  if (!immortal(node) && const_cast<treedef_node*>(node)->refs.drop())
    release_last(node);
}

} // namespace detail
} // namespace treelize
