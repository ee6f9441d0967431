// Interning of structures: a sharded hash table of weak entries.
// A candidate node is laid out first and compared with what the table holds by its bytes; a node whose
// count has fallen to zero is never revived, whoever looks it up meanwhile makes a new one.
#include "treelize/treedef.hpp"

#include "treelize/error.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <functional>
#include <mutex>
#include <new>
#include <numeric>

namespace treelize {
namespace detail {
namespace {

class shard {
public:
  /// The table's equal of the candidate, with one more reference, or the candidate itself.
  treedef_node* intern(treedef_node* candidate, std::size_t trailing_bytes);
  void erase(treedef_node* node);

private:
  std::mutex mutex_;
  std::vector<treedef_node*> buckets_ = std::vector<treedef_node*>(16);
  std::size_t count_ = 0;

  treedef_node*& bucket(std::size_t hash) { return buckets_[(hash >> 6) & (buckets_.size() - 1)]; }
  void grow();
};

std::size_t trailing_size(const treedef_node& n, std::size_t chars) {
  std::size_t bytes = n.size * sizeof(void*) + (n.flat ? 0 : n.size * sizeof(std::size_t));
  if (n.keyed())
    bytes += n.size * sizeof(std::uint32_t) * (n.kind == node_kind::dict ? 1 : 2);
  return bytes + chars;
}

std::size_t char_count(const treedef_node& n) {
  return n.keyed() && n.size ? n.key_ends()[n.size - 1] : n.name_bytes;
}

bool try_retain(treedef_node& n) {
  std::uint32_t count = n.refs.load(std::memory_order_relaxed);
  while (count != 0)
    if (n.refs.compare_exchange_weak(count, count + 1, std::memory_order_acq_rel))
      return true;
  return false;
}

treedef_node* shard::intern(treedef_node* candidate, std::size_t trailing_bytes) {
  std::lock_guard lock(mutex_);
  for (treedef_node* n = bucket(candidate->hash); n; n = n->next)
    if (n->hash == candidate->hash && n->kind == candidate->kind && n->size == candidate->size &&
        n->name_bytes == candidate->name_bytes &&
        trailing_size(*n, char_count(*n)) == trailing_bytes &&
        std::memcmp(n + 1, candidate + 1, trailing_bytes) == 0 && try_retain(*n))
      return n;
  if (count_ == buckets_.size())
    grow();
  treedef_node*& head = bucket(candidate->hash);
  candidate->next = head;
  head = candidate;
  ++count_;
  return candidate;
}

void shard::erase(treedef_node* node) {
  std::lock_guard lock(mutex_);
  treedef_node** link = &bucket(node->hash);
  while (*link != node)
    link = &(*link)->next;
  *link = node->next;
  --count_;
}

void shard::grow() {
  std::vector<treedef_node*> old = std::move(buckets_);
  buckets_.assign(old.size() * 2, nullptr);
  for (treedef_node* n : old)
    while (n) {
      treedef_node* next = n->next;
      treedef_node*& head = bucket(n->hash);
      n->next = head;
      head = n;
      n = next;
    }
}

// Never destroyed: trees with static lifetime may outlive any order of destruction.
shard& shard_of(std::size_t hash) {
  static auto& shards = *new std::array<shard, 64>;
  return shards[hash % shards.size()];
}

bool immortal(const treedef_node* n) { return n->kind == node_kind::leaf || n->kind == node_kind::none; }

std::size_t mix(std::size_t seed, std::size_t value) {
  return (seed ^ (value + 0x9e3779b97f4a7c15 + (seed << 6) + (seed >> 2))) * 0xff51afd7ed558ccd;
}

void destroy(treedef_node* node) {
  node->~treedef_node();
  ::operator delete(node);
}

} // namespace

std::string_view treedef_node::key(std::size_t i) const {
  const std::uint32_t* ends = key_ends();
  std::uint32_t begin = i == 0 ? name_bytes : ends[i - 1];
  return {chars() + begin, ends[i] - begin};
}

std::size_t treedef_node::find(std::string_view wanted) const {
  if (!keyed())
    return size;
  std::size_t low = 0, high = size;
  while (low < high) {
    std::size_t middle = low + (high - low) / 2;
    if (key(by_name(middle)) < wanted)
      low = middle + 1;
    else
      high = middle;
  }
  return low < size && key(by_name(low)) == wanted ? by_name(low) : size;
}

void retain(const treedef_node* node) {
  if (!immortal(node))
    const_cast<treedef_node*>(node)->refs.fetch_add(1, std::memory_order_relaxed);
}

void release(const treedef_node* first) {
  auto dead = [](const treedef_node* n) {
    return !immortal(n) &&
           const_cast<treedef_node*>(n)->refs.fetch_sub(1, std::memory_order_acq_rel) == 1;
  };
  if (!dead(first))
    return;
  std::vector<treedef_node*> pending{const_cast<treedef_node*>(first)};
  while (!pending.empty()) {
    treedef_node* node = pending.back();
    pending.pop_back();
    shard_of(node->hash).erase(node);
    for (std::size_t i = 0; i < node->size; ++i)
      if (dead(node->child(i)))
        pending.push_back(const_cast<treedef_node*>(node->child(i)));
    destroy(node);
  }
}

const treedef_node* leaf_node() {
  static const treedef_node& node = [&]() -> treedef_node& {
    auto& n = *new treedef_node;
    n.leaves = 1;
    n.hash = 0x6c656166;
    return n;
  }();
  return &node;
}

const treedef_node* none_node() {
  static const treedef_node& node = [&]() -> treedef_node& {
    auto& n = *new treedef_node;
    n.kind = node_kind::none;
    n.hash = 0x6e6f6e65;
    return n;
  }();
  return &node;
}

namespace {

/// The positions of the keys in the order of their names; refuses a key that occurs twice.
std::vector<std::uint32_t> sorted_positions(std::span<const std::string_view> keys) {
  std::vector<std::uint32_t> order(keys.size());
  std::iota(order.begin(), order.end(), 0);
  auto by_key = [&](std::uint32_t a, std::uint32_t b) { return keys[a] < keys[b]; };
  if (!std::is_sorted(order.begin(), order.end(), by_key))
    std::sort(order.begin(), order.end(), by_key);
  auto twice = std::adjacent_find(order.begin(), order.end(),
                                  [&](auto a, auto b) { return keys[a] == keys[b]; });
  if (twice != order.end())
    throw access_error("treelize: the key '" + std::string(keys[*twice]) + "' occurs twice in a dict");
  return order;
}

/// Lays out a node in one block of memory and interns it.
class node_layout {
public:
  node_layout(node_kind kind, std::string_view name, std::span<const std::string_view> keys,
              std::span<const treedef> children)
      : name_(name), keys_(keys), children_(children) {
    header_.kind = kind;
    header_.size = children.size();
    header_.name_bytes = static_cast<std::uint32_t>(name.size());
    if (header_.keyed())
      order_ = sorted_positions(keys);
    for (const treedef& child : children) {
      header_.leaves += child.leaf_count();
      header_.flat = header_.flat && child.is_leaf();
    }
  }

  const treedef_node* intern() {
    std::size_t chars = name_.size();
    for (std::string_view key : keys_)
      chars += key.size();
    std::size_t bytes = trailing_size(header_, chars);
    auto* node = new (::operator new(sizeof(treedef_node) + bytes)) treedef_node;
    node->kind = header_.kind;
    node->size = header_.size;
    node->leaves = header_.leaves;
    node->flat = header_.flat;
    node->name_bytes = header_.name_bytes;
    fill(*node);
    node->hash = hash(*node, bytes);
    treedef_node* interned = shard_of(node->hash).intern(node, bytes);
    if (interned != node)
      destroy(node);
    else
      for (const treedef& child : children_)
        retain(child.node());
    return interned;
  }

private:
  treedef_node header_;
  std::string_view name_;
  std::span<const std::string_view> keys_;
  std::span<const treedef> children_;
  std::vector<std::uint32_t> order_;

  /// Where the i-th child of the node stands in what was given.
  std::size_t given(std::size_t i) const { return header_.kind == node_kind::dict ? order_[i] : i; }

  void fill(treedef_node& node) const {
    auto* children = const_cast<const treedef_node**>(node.children());
    auto* offsets = const_cast<std::size_t*>(node.offsets());
    std::size_t leaves = 0;
    for (std::size_t i = 0; i < node.size; ++i) {
      children[i] = children_[given(i)].node();
      if (!node.flat)
        offsets[i] = leaves;
      leaves += children[i]->leaves;
    }
    fill_text(node);
  }

  void fill_text(treedef_node& node) const {
    auto* chars = const_cast<char*>(node.chars());
    std::size_t end = name_.copy(chars, name_.size());
    if (!node.keyed())
      return;
    auto* ends = const_cast<std::uint32_t*>(node.key_ends());
    for (std::size_t i = 0; i < node.size; ++i) {
      end += keys_[given(i)].copy(chars + end, std::string_view::npos);
      ends[i] = static_cast<std::uint32_t>(end);
    }
    if (node.kind != node_kind::dict)
      std::copy(order_.begin(), order_.end(), const_cast<std::uint32_t*>(node.order()));
  }

  /// Children count by their own hashes, so that the value does not depend on addresses.
  static std::size_t hash(const treedef_node& node, std::size_t bytes) {
    std::size_t value = mix(static_cast<std::size_t>(node.kind), node.size);
    for (std::size_t i = 0; i < node.size; ++i)
      value = mix(value, node.child(i)->hash);
    const char* text = reinterpret_cast<const char*>(node.key_ends());
    const char* end = reinterpret_cast<const char*>(&node + 1) + bytes;
    return mix(value, std::hash<std::string_view>{}({text, static_cast<std::size_t>(end - text)}));
  }
};

} // namespace
} // namespace detail

treedef treedef::make(node_kind kind, std::string_view name,
                      std::span<const std::string_view> keys, std::span<const treedef> children) {
  if (kind == node_kind::leaf)
    return leaf();
  if (kind == node_kind::none)
    return none();
  return adopt(detail::node_layout(kind, name, keys, children).intern());
}

treedef treedef::list(std::span<const treedef> children) {
  return make(node_kind::list, {}, {}, children);
}
treedef treedef::tuple(std::span<const treedef> children) {
  return make(node_kind::tuple, {}, {}, children);
}
treedef treedef::dict(std::span<const std::string_view> keys, std::span<const treedef> children) {
  return make(node_kind::dict, {}, keys, children);
}
treedef treedef::ordered_dict(std::span<const std::string_view> keys,
                              std::span<const treedef> children) {
  return make(node_kind::ordered_dict, {}, keys, children);
}
treedef treedef::named_tuple(std::string_view name, std::span<const std::string_view> keys,
                             std::span<const treedef> children) {
  return make(node_kind::named_tuple, name, keys, children);
}

std::optional<std::size_t> treedef::find(std::string_view key) const {
  std::size_t i = node_->find(key);
  return i < node_->size ? std::optional(i) : std::nullopt;
}

namespace {

struct brackets {
  std::string open, close;
};

brackets brackets_of(const detail::treedef_node& n) {
  switch (n.kind) {
  case node_kind::list:
    return {"[", "]"};
  case node_kind::tuple:
    return {"(", n.size == 1 ? ",)" : ")"};
  case node_kind::ordered_dict:
    return {"ordered{", "}"};
  case node_kind::named_tuple:
  case node_kind::custom:
    return {std::string(n.name()) + "(", ")"};
  default:
    return {"{", "}"};
  }
}

} // namespace

std::string treedef::str() const {
  return detail::print_tree(node_, [](std::string& text, std::size_t) { text += '*'; });
}

std::string detail::print_tree(const treedef_node* root,
                               const std::function<void(std::string&, std::size_t)>& print_leaf) {
  struct frame {
    const treedef_node* node;
    std::size_t next;
  };
  std::string text;
  std::size_t leaf = 0;
  std::vector<frame> frames{{root, 0}};
  while (!frames.empty()) {
    auto& [node, next] = frames.back();
    if (node->is_leaf() || node->kind == node_kind::none) {
      if (node->is_leaf())
        print_leaf(text, leaf++);
      else
        text += "None";
      frames.pop_back();
      continue;
    }
    if (next == 0)
      text += brackets_of(*node).open;
    if (next == node->size) {
      text += brackets_of(*node).close;
      frames.pop_back();
      continue;
    }
    if (next > 0)
      text += ", ";
    if (node->keyed())
      text += std::string(node->key(next)) + ": ";
    const treedef_node* child = node->child(next++);
    frames.push_back({child, 0});
  }
  return text;
}

} // namespace treelize
