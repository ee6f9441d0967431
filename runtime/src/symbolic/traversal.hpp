// Walks over expressions without recursion: a chain may be a million operations deep.
#pragma once

#include "treelize/detail/symbolic/node.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace treelize::symbolic {

/// A number for each node: a hash table of addresses.
class node_numbers {
public:
  static constexpr std::uint32_t absent = 0xffffffff;

  std::uint32_t find(const node* n) const;
  /// The node's number, the given one if it had none.
  std::uint32_t enter(const node* n, std::uint32_t number);

private:
  struct slot {
    const node* key = nullptr;
    std::uint32_t number = 0;
  };
  std::vector<slot> slots_ = std::vector<slot>(16);
  std::size_t count_ = 0;

  slot& slot_of(const node* n);
};

/// All nodes of an expression, each once and behind its operands.
struct schedule {
  std::vector<const node*> nodes;
  std::vector<std::uint32_t> operands; ///< of all nodes in turn: where they stand in `nodes`

  /// Calls `each(node, where its operands stand)` in order.
  template <class Each>
  void walk(const Each& each) const {
    std::span<const std::uint32_t> left = operands;
    for (const node* n : nodes) {
      const std::size_t own = n->operands().size();
      each(*n, left.first(own));
      left = left.subspan(own);
    }
  }
};

schedule schedule_of(const expr& root);

} // namespace treelize::symbolic
