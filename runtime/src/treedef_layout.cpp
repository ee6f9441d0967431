// Lays a node out in one block of memory and interns it.
#include "treedef_layout.hpp"

#include "block_pool.hpp"

#include "treedef_table.hpp"
#include "treelize/detail/pytree/node_data.hpp"
#include "treelize/error.hpp"

#include <algorithm>
#include <charconv>
#include <limits>
#include <new>
#include <numeric>
#include <string>
#include <vector>

namespace treelize::detail {

static_assert(sizeof(node_data) == node_data_size);

namespace {

std::int64_t number(std::string_view text) {
  std::int64_t value = 0;
  std::from_chars(text.data(), text.data() + text.size(), value);
  return value;
}

bool key_less(bool numeric, std::string_view a, std::string_view b) {
  return numeric ? number(a) < number(b) : a < b;
}

/// Whether every key is less than the next.
bool ascending(const node_parts& parts) {
  for (std::size_t i = 1; i < parts.keys.size(); ++i)
    if (!key_less(parts.numeric, parts.keys[i - 1], parts.keys[i]))
      return false;
  return true;
}

/// The positions of the keys in their order; refuses a key that occurs twice.
std::vector<std::uint32_t> sorted_positions(const node_parts& parts) {
  std::vector<std::uint32_t> order(parts.keys.size());
  std::iota(order.begin(), order.end(), 0);
  if (ascending(parts))
    return order;
  std::sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
    return key_less(parts.numeric, parts.keys[a], parts.keys[b]);
  });
  auto twice = std::adjacent_find(order.begin(), order.end(),
                                  [&](auto a, auto b) { return parts.keys[a] == parts.keys[b]; });
  if (twice != order.end())
    throw access_error("treelize: the key '" + std::string(parts.keys[*twice]) +
                           "' occurs twice in one node",
                       std::string(parts.keys[*twice]));
  return order;
}

class node_layout {
public:
  explicit node_layout(const node_parts& parts) : parts_(parts) {
    header_.kind = parts.kind;
    header_.named = parts.named;
    header_.numeric = parts.numeric;
    if (parts.named)
      order_ = sorted_positions(parts);
    chars_ = parts.name.size();
    for (std::string_view key : parts.keys)
      chars_ += key.size();
    require_room();
    header_.size = static_cast<std::uint32_t>(parts.count);
    header_.name_bytes = static_cast<std::uint16_t>(parts.name.size());
    count_leaves();
  }

  treedef intern() {
    treedef_node* node = laid_out();
    treedef_node* interned = detail::intern(node);
    if (interned != node)
      destroy(node);
    else if (!node->flat)
      for (std::size_t i = 0; i < node->size; ++i)
        retain(node->child(i));
    return treedef::adopt(interned);
  }

private:
  const node_parts& parts_;
  treedef_node header_;
  std::vector<std::uint32_t> order_;
  std::size_t chars_ = 0;

  /// The i-th child of the node, and its key, in the order that it keeps.
  std::size_t given(std::size_t i) const {
    return parts_.named && parts_.kind == node_kind::dict ? order_[i] : i;
  }
  const treedef_node* child(std::size_t i) const {
    return parts_.children[parts_.children.size() == 1 ? 0 : given(i)].node();
  }

  void require_room() const {
    constexpr std::size_t most = std::numeric_limits<std::uint32_t>::max();
    if (parts_.count > most || chars_ > most ||
        parts_.name.size() > std::numeric_limits<std::uint16_t>::max())
      throw access_error("treelize: a node with " + std::to_string(parts_.count) +
                         " children and " + std::to_string(chars_) +
                         " bytes of names is more than a structure can hold");
  }

  void count_leaves() {
    for (const treedef& child : parts_.children)
      header_.flat = header_.flat && child.is_leaf();
    if (header_.flat) {
      header_.leaves = parts_.count;
      return;
    }
    const bool repeated = parts_.children.size() == 1;
    for (const treedef& child : parts_.children)
      header_.leaves += child.leaf_count() * (repeated ? parts_.count : 1);
  }

  treedef_node* laid_out() const {
    const std::size_t n = parts_.count;
    const std::size_t bytes = sizeof(treedef_node) + (parts_.data ? sizeof(node_data) : 0) +
                              (header_.flat ? 0 : n * sizeof(void*)) +
                              (header_.flat || n == 1 ? 0 : n * sizeof(std::size_t)) +
                              (parts_.named ? n * sizeof(std::uint32_t) : 0) +
                              (header_.has_order() ? n * sizeof(std::uint32_t) : 0) + chars_;
    auto* node = new (take_block(bytes)) treedef_node;
    node->kind = header_.kind;
    node->named = header_.named;
    node->numeric = header_.numeric;
    node->size = header_.size;
    node->leaves = header_.leaves;
    node->flat = header_.flat;
    node->name_bytes = header_.name_bytes;
    if (parts_.data)
      new (node + 1) node_data(*parts_.data);
    fill_children(*node);
    fill_text(*node);
    node->hash = shape_hash(*node);
    return node;
  }

  void fill_children(treedef_node& node) const {
    if (node.flat)
      return;
    auto* children = const_cast<const treedef_node**>(node.children());
    auto* offsets = const_cast<std::size_t*>(node.offsets());
    std::size_t leaves = 0;
    for (std::size_t i = 0; i < node.size; ++i) {
      children[i] = child(i);
      if (node.size > 1)
        offsets[i] = leaves;
      leaves += children[i]->leaves;
    }
  }

  void fill_text(treedef_node& node) const {
    auto* chars = const_cast<char*>(node.chars());
    std::size_t end = parts_.name.copy(chars, parts_.name.size());
    if (!node.named)
      return;
    auto* ends = const_cast<std::uint32_t*>(node.key_ends());
    for (std::size_t i = 0; i < node.size; ++i) {
      end += parts_.keys[given(i)].copy(chars + end, std::string_view::npos);
      ends[i] = static_cast<std::uint32_t>(end);
    }
    if (node.has_order())
      std::copy(order_.begin(), order_.end(), const_cast<std::uint32_t*>(node.order()));
  }

  static std::uint32_t shape_hash(const treedef_node& node) {
    std::size_t value = mix_hash(static_cast<std::size_t>(node.kind), node.size);
    if (node.data())
      value = mix_hash(value, node.data()->type_hash());
    if (!node.flat)
      for (std::size_t i = 0; i < node.size; ++i)
        value = mix_hash(value, node.child(i)->hash);
    return static_cast<std::uint32_t>(value ^ (value >> 32));
  }
};

} // namespace

treedef intern_node(const node_parts& parts) {
  return node_layout(parts).intern();
}

std::string_view treedef_node::name() const {
  return kind == node_kind::custom ? std::string_view(data()->name())
                                   : std::string_view(chars(), name_bytes);
}

std::size_t treedef_node::find(std::string_view wanted) const {
  if (!named)
    return size;
  std::size_t low = 0, high = size;
  while (low < high) {
    const std::size_t middle = low + (high - low) / 2;
    if (key_less(numeric, key(by_name(middle)), wanted))
      low = middle + 1;
    else
      high = middle;
  }
  return low < size && key(by_name(low)) == wanted ? by_name(low) : size;
}

} // namespace treelize::detail
