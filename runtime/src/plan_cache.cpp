// The bounded cache of walk plans: a few independent parts, each a small table under a lock that
// keeps the structures of its keys alive and replaces its entries in turn.
#include "treelize/detail/walk/walk_plan.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <mutex>

namespace treelize::detail {
namespace {

constexpr std::size_t part_count = 16;
constexpr std::size_t entries_per_part = 64;

struct entry {
  walk_rules rules;
  std::vector<const treedef_node*> nodes;
  std::vector<treedef> alive; ///< the same nodes, held
  plan_handle plan;

  bool is_for(const walk_rules& other, std::span<const treedef_node* const> others) const {
    return plan && rules == other &&
           std::equal(nodes.begin(), nodes.end(), others.begin(), others.end());
  }
};

struct part {
  std::mutex mutex;
  std::array<std::size_t, entries_per_part> hashes{}; ///< of the entries, close together
  std::array<entry, entries_per_part> entries;
  std::size_t next = 0;
};

// Never destroyed, as trees may be walked until the end of the program.
part& part_of(std::size_t hash) {
  static auto& parts = *new std::array<part, part_count>;
  return parts[hash % part_count];
}

/// Of the addresses: structures that differ in keys alone are told apart too.
std::size_t hash_of(const walk_rules& rules, std::span<const treedef_node* const> nodes) {
  std::size_t value =
      static_cast<std::size_t>(rules.mode) * 4 + rules.inherit * 2 + rules.has_missing;
  for (const treedef_node* node : nodes) {
    value = (value ^ reinterpret_cast<std::uintptr_t>(node)) * 0x9e3779b97f4a7c15;
    value ^= value >> 32;
  }
  return value;
}

} // namespace

plan_handle find_plan(const walk_rules& rules, std::span<const treedef_node* const> nodes,
                      const path_frame* base) {
  const std::size_t hash = hash_of(rules, nodes);
  part& p = part_of(hash);
  {
    std::lock_guard lock(p.mutex);
    for (std::size_t i = 0; i < entries_per_part; ++i)
      if (p.hashes[i] == hash && p.entries[i].is_for(rules, nodes))
        return p.entries[i].plan;
  }
  entry made{rules, {nodes.begin(), nodes.end()}, {}, {}};
  made.plan = plan_handle(new walk_plan(make_plan(rules, nodes, base)));
  for (const treedef_node* node : nodes)
    if (node)
      made.alive.push_back(treedef::share(node));
  auto result = made.plan;
  {
    std::lock_guard lock(p.mutex);
    p.hashes[p.next] = hash;
    std::swap(p.entries[p.next], made);
    p.next = (p.next + 1) % entries_per_part;
  }
  return result; // what was replaced is released here, outside the lock
}

} // namespace treelize::detail
