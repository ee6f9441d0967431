// Walks over expressions without recursion: a chain may be a million operations deep.
#pragma once

#include "treelize/symbolic/node.hpp"

#include <cstdint>
#include <vector>

namespace treelize::symbolic {

/// Where each node of a walk stands: a hash table of addresses.
class node_places {
public:
  static constexpr std::uint32_t absent = 0xffffffff;

  std::uint32_t find(const node* n) const;
  void enter(const node* n, std::uint32_t place);

private:
  struct slot {
    const node* key = nullptr;
    std::uint32_t place = 0;
  };
  std::vector<slot> slots_ = std::vector<slot>(16);
  std::size_t count_ = 0;

  slot& slot_of(const node* n);
};

/// All nodes of an expression, each once and behind its operands.
struct schedule {
  std::vector<const node*> nodes;
  node_places places;
};

schedule schedule_of(const expr& root);

} // namespace treelize::symbolic
