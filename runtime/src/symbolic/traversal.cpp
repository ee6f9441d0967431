// The table is probed in a row from a place that the hash says: a node's own hash is well mixed.
#include "traversal.hpp"

#include <utility>

namespace treelize::symbolic {

node_places::slot& node_places::slot_of(const node* n) {
  const std::size_t mask = slots_.size() - 1;
  std::size_t i = n->hash & mask;
  while (slots_[i].key && slots_[i].key != n)
    i = (i + 1) & mask;
  return slots_[i];
}

std::uint32_t node_places::find(const node* n) const {
  const slot& found = const_cast<node_places*>(this)->slot_of(n);
  return found.key ? found.place : absent;
}

void node_places::enter(const node* n, std::uint32_t place) {
  if (2 * ++count_ > slots_.size()) {
    std::vector<slot> old(slots_.size() * 2);
    old.swap(slots_);
    for (const slot& s : old)
      if (s.key)
        slot_of(s.key) = s;
  }
  slot_of(n) = {n, place};
}

schedule schedule_of(const expr& root) {
  struct visit {
    const node* n;
    bool operands_done;
  };
  schedule result;
  std::vector<visit> pending{{root.get(), false}};
  while (!pending.empty()) {
    const visit next = pending.back();
    pending.pop_back();
    if (result.places.find(next.n) != node_places::absent)
      continue;
    if (next.operands_done || next.n->operands().empty()) {
      result.places.enter(next.n, static_cast<std::uint32_t>(result.nodes.size()));
      result.nodes.push_back(next.n);
      continue;
    }
    pending.push_back({next.n, true});
    for (const node* operand : next.n->operands())
      pending.push_back({operand, false});
  }
  return result;
}

} // namespace treelize::symbolic
