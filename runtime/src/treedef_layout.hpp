// What a node is made of, before it is laid out and interned.
#pragma once

#include "treelize/detail/treedef.hpp"

#include <span>
#include <string_view>

namespace treelize::detail {

struct node_parts {
  node_kind kind = node_kind::list;
  std::string_view name = {}; ///< of a named tuple
  const node_data* data = nullptr;
  bool named = false;
  bool numeric = false;
  std::span<const std::string_view> keys = {};
  std::span<const treedef> children = {};
  std::size_t count = 0; ///< of children; where fewer are given, all are as the first
};

/// The interned node, with a reference for the caller. Throws access_error for a key that occurs
/// twice and for more than a node can hold.
treedef intern_node(const node_parts& parts);

} // namespace treelize::detail
