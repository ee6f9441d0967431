// A table of all values of a kind that are alive: weak entries, in independent parts under a lock
// each. An entry whose count has fallen to zero is never revived: whoever looks it up meanwhile
// makes a new one. A node has `next`; `Traits` says how to hash it, how to take a reference, which
// fails at zero, and how full a bucket may be.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <vector>

namespace treelize::detail {

template <class Node, class Traits>
class intern_table {
public:
  /// The entry for which `matches` holds, with one more reference, or what `make` makes, entered.
  template <class Matches, class Make>
  Node* find_or_enter(std::size_t hash, const Matches& matches, const Make& make) {
    return part_of(hash).find_or_enter(hash, matches, make);
  }

  /// Takes a node out whose count has fallen to zero.
  void erase(Node* node, std::size_t hash) { part_of(hash).erase(node, hash); }

private:
  static constexpr std::size_t part_bits = 6;

  class part {
  public:
    template <class Matches, class Make>
    Node* find_or_enter(std::size_t hash, const Matches& matches, const Make& make) {
      std::lock_guard lock(mutex_);
      for (Node* n = bucket(hash); n; n = n->next)
        if (matches(*n) && Traits::try_retain(*n))
          return n;
      if (count_ >= buckets_.size() * Traits::nodes_per_bucket)
        grow();
      Node* made = make();
      Node*& head = bucket(hash);
      made->next = head;
      head = made;
      ++count_;
      return made;
    }

    void erase(Node* node, std::size_t hash) {
      std::lock_guard lock(mutex_);
      Node** link = &bucket(hash);
      while (*link != node)
        link = &(*link)->next;
      *link = node->next;
      --count_;
    }

  private:
    std::mutex mutex_;
    std::vector<Node*> buckets_ = std::vector<Node*>(16);
    std::size_t count_ = 0;

    Node*& bucket(std::size_t hash) {
      return buckets_[(hash >> part_bits) & (buckets_.size() - 1)];
    }

    void grow() {
      std::vector<Node*> old(buckets_.size() * 2, nullptr);
      old.swap(buckets_);
      for (Node* n : old)
        while (n) {
          Node* next = n->next;
          Node*& head = bucket(Traits::hash(*n));
          n->next = head;
          head = n;
          n = next;
        }
    }
  };

  std::array<part, std::size_t(1) << part_bits> parts_;

  part& part_of(std::size_t hash) { return parts_[hash % parts_.size()]; }
};

} // namespace treelize::detail
