// Interning of structures. A candidate is laid out first and compared with what the table holds by
// its own bytes, as its children are interned already. The table's hash sees keys and aux data,
// which the structure's own does not; it is worked out when needed, so that no node has to carry
// it.
#include "treedef_table.hpp"

#include "block_pool.hpp"
#include "intern_table.hpp"
#include "treelize/detail/pytree/node_data.hpp"

#include <cstring>
#include <string_view>
#include <vector>

namespace treelize::detail {

constinit treedef_node leaf_instance{node_kind::leaf, 1, 0x6c656166};
constinit treedef_node none_instance{node_kind::none, 0, 0x6e6f6e65};

namespace {

std::size_t table_hash(const treedef_node& n) {
  const std::size_t data = n.data() ? n.data()->hash() : 0;
  const std::string_view bytes(n.trailing(), trailing_size(n));
  return mix_hash(mix_hash(n.hash, data), std::hash<std::string_view>{}(bytes));
}

bool same(const treedef_node& a, const treedef_node& b) {
  if (a.hash != b.hash || a.kind != b.kind || a.size != b.size || a.leaves != b.leaves ||
      a.name_bytes != b.name_bytes || a.named != b.named || a.numeric != b.numeric ||
      a.flat != b.flat)
    return false;
  const std::size_t bytes = trailing_size(a);
  return bytes == trailing_size(b) && std::memcmp(a.trailing(), b.trailing(), bytes) == 0 &&
         (!a.data() || *a.data() == *b.data());
}

struct table_traits {
  // A bucket costs memory, a longer chain little time
  static constexpr std::size_t nodes_per_bucket = 4;
  static std::size_t hash(const treedef_node& n) { return table_hash(n); }
  static bool try_retain(treedef_node& n) { return n.refs.try_add(); }
};

// Never destroyed: trees with static lifetime may outlive any order of destruction.
intern_table<treedef_node, table_traits>& table() {
  static auto& one = *new intern_table<treedef_node, table_traits>;
  return one;
}

bool drop_reference(const treedef_node* n) {
  return !immortal(n) && const_cast<treedef_node*>(n)->refs.drop();
}

} // namespace

std::size_t trailing_size(const treedef_node& n) {
  const std::size_t chars = n.named && n.size ? n.key_ends()[n.size - 1] : n.name_bytes;
  return static_cast<std::size_t>(n.chars() - n.trailing()) + chars;
}

void destroy(treedef_node* node) {
  const std::size_t bytes =
      sizeof(treedef_node) + (node->data() ? sizeof(node_data) : 0) + trailing_size(*node);
  if (const node_data* data = node->data())
    data->~node_data();
  node->~treedef_node();
  give_block(node, bytes);
}

treedef_node* intern(treedef_node* candidate) {
  return table().find_or_enter(
      table_hash(*candidate), [&](const treedef_node& n) { return same(n, *candidate); },
      [&] { return candidate; });
}

void release_last(const treedef_node* first) {
  std::vector<treedef_node*> pending{const_cast<treedef_node*>(first)};
  while (!pending.empty()) {
    treedef_node* node = pending.back();
    pending.pop_back();
    table().erase(node, table_hash(*node));
    if (!node->flat)
      for (std::size_t i = 0; i < node->size; ++i)
        if (drop_reference(node->child(i)))
          pending.push_back(const_cast<treedef_node*>(node->child(i)));
    destroy(node);
  }
}

} // namespace treelize::detail
