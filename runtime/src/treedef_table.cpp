// Interning of structures: a sharded hash table of weak entries.
// A candidate is laid out first and compared with what the table holds by its own bytes, as its
// children are interned already; a node whose count has fallen to zero is never revived: whoever
// looks it up meanwhile makes a new one. The table's hash sees keys and aux data, which the
// structure's own does not; it is worked out when needed, so that no node has to carry it.
#include "treedef_table.hpp"

#include "block_pool.hpp"
#include "treelize/pytree/node_data.hpp"

#include <array>
#include <cstring>
#include <mutex>
#include <string_view>
#include <vector>

namespace treelize::detail {

constinit treedef_node leaf_instance{node_kind::leaf, 1, 0x6c656166};
constinit treedef_node none_instance{node_kind::none, 0, 0x6e6f6e65};

namespace {

constexpr std::size_t nodes_per_bucket = 4;
constexpr std::size_t shard_bits = 6;

class shard {
public:
  treedef_node* intern(treedef_node* candidate, std::size_t hash);
  void erase(treedef_node* node, std::size_t hash);

private:
  std::mutex mutex_;
  std::vector<treedef_node*> buckets_ = std::vector<treedef_node*>(16);
  std::size_t count_ = 0;

  treedef_node*& bucket(std::size_t hash) {
    return buckets_[(hash >> shard_bits) & (buckets_.size() - 1)];
  }
  void grow();
};

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

treedef_node* shard::intern(treedef_node* candidate, std::size_t hash) {
  std::lock_guard lock(mutex_);
  for (treedef_node* n = bucket(hash); n; n = n->next)
    if (same(*n, *candidate) && n->refs.try_add())
      return n;
  if (count_ >= buckets_.size() * nodes_per_bucket)
    grow();
  treedef_node*& head = bucket(hash);
  candidate->next = head;
  head = candidate;
  ++count_;
  return candidate;
}

void shard::erase(treedef_node* node, std::size_t hash) {
  std::lock_guard lock(mutex_);
  treedef_node** link = &bucket(hash);
  while (*link != node)
    link = &(*link)->next;
  *link = node->next;
  --count_;
}

void shard::grow() {
  std::vector<treedef_node*> old(buckets_.size() * 2, nullptr);
  old.swap(buckets_);
  for (treedef_node* n : old)
    while (n) {
      treedef_node* next = n->next;
      treedef_node*& head = bucket(table_hash(*n));
      n->next = head;
      head = n;
      n = next;
    }
}

// Never destroyed: trees with static lifetime may outlive any order of destruction.
shard& shard_of(std::size_t hash) {
  static auto& shards = *new std::array<shard, std::size_t(1) << shard_bits>;
  return shards[hash % shards.size()];
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
  const std::size_t hash = table_hash(*candidate);
  return shard_of(hash).intern(candidate, hash);
}

void release_last(const treedef_node* first) {
  std::vector<treedef_node*> pending{const_cast<treedef_node*>(first)};
  while (!pending.empty()) {
    treedef_node* node = pending.back();
    pending.pop_back();
    const std::size_t hash = table_hash(*node);
    shard_of(hash).erase(node, hash);
    if (!node->flat)
      for (std::size_t i = 0; i < node->size; ++i)
        if (drop_reference(node->child(i)))
          pending.push_back(const_cast<treedef_node*>(node->child(i)));
    destroy(node);
  }
}

} // namespace treelize::detail
