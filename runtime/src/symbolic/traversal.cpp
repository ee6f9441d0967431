// The table is probed in a row from a place that the address says: neighbours in memory, as the
// nodes of a chain are, are neighbours in the table.
#include "traversal.hpp"

#include <utility>

namespace treelize::symbolic {

constexpr std::uintptr_t alignment = 16;

node_numbers::slot& node_numbers::slot_of(const node* n) {
  const std::size_t mask = slots_.size() - 1;
  std::size_t i = reinterpret_cast<std::uintptr_t>(n) / alignment & mask;
  while (slots_[i].key && slots_[i].key != n)
    i = (i + 1) & mask;
  return slots_[i];
}

std::uint32_t node_numbers::find(const node* n) const {
  const slot& found = const_cast<node_numbers*>(this)->slot_of(n);
  return found.key ? found.number : absent;
}

std::uint32_t node_numbers::enter(const node* n, std::uint32_t number) {
  if (2 * (count_ + 1) > slots_.size()) {
    std::vector<slot> old(slots_.size() * 2);
    old.swap(slots_);
    for (const slot& s : old)
      if (s.key)
        slot_of(s.key) = s;
  }
  slot& own = slot_of(n);
  if (!own.key) {
    own = {n, number};
    ++count_;
  }
  return own.number;
}

namespace {

/// A node is numbered when it is met and placed behind its operands.
class scheduler {
public:
  schedule run(const node* root) {
    pending_.push_back({root, unmet});
    while (!pending_.empty()) {
      const visit next = pending_.back();
      if (next.number != unmet) {
        place(next);
        pending_.pop_back();
      } else {
        meet(next.n);
      }
    }
    return std::move(result_);
  }

private:
  static constexpr std::uint32_t unmet = node_numbers::absent;
  struct visit {
    const node* n;
    std::uint32_t number;
  };

  schedule result_;
  node_numbers numbers_;
  std::vector<std::uint32_t> places_; // by number
  std::vector<visit> pending_;

  void meet(const node* n) {
    const auto number = static_cast<std::uint32_t>(places_.size());
    if (numbers_.enter(n, number) != number) {
      pending_.pop_back();
      return;
    }
    places_.push_back(0);
    pending_.back().number = number;
    for (const node* operand : n->operands())
      pending_.push_back({operand, unmet});
  }

  void place(const visit& done) {
    places_[done.number] = static_cast<std::uint32_t>(result_.nodes.size());
    result_.nodes.push_back(done.n);
    for (const node* operand : done.n->operands())
      result_.operands.push_back(places_[numbers_.find(operand)]);
  }
};

} // namespace

schedule schedule_of(const expr& root) {
  return scheduler().run(root.get());
}

} // namespace treelize::symbolic
