// The table of all nodes: a look-up costs one hash over addresses' hashes and one lock.
#include "intern.hpp"

#include "../block_pool.hpp"
#include "../intern_table.hpp"

#include "treelize/detail/symbolic/rules.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <memory>

namespace treelize::symbolic {
namespace {

struct traits {
  static constexpr std::size_t nodes_per_bucket = 2;
  static std::size_t hash(const node& n) { return n.hash; }
  static bool try_retain(node& n) { return n.immortal || n.references.try_add(); }
};

// Never destroyed: expressions with static lifetime may outlive any order of destruction.
detail::intern_table<node, traits>& table() {
  static auto& one = *new detail::intern_table<node, traits>;
  return one;
}

constexpr std::uint64_t mix(std::uint64_t hash, std::uint64_t value) {
  hash = (hash ^ value) * 0x9e3779b97f4a7c15;
  return hash ^ (hash >> 32);
}

std::uint64_t hash_of(const draft& d) {
  std::uint64_t hash =
      mix(static_cast<std::uint64_t>(d.what) << 16 | static_cast<std::uint64_t>(d.of) << 8 | d.row,
          static_cast<std::uint64_t>(d.value));
  if (d.what == kind::symbol) {
    hash = mix(hash, static_cast<std::uint64_t>(d.range.lower));
    hash = mix(hash, static_cast<std::uint64_t>(d.range.upper));
    for (char c : d.name)
      hash = mix(hash, static_cast<unsigned char>(c));
  }
  // Each operand by itself and then their sum: a long sum is hashed without waiting for every step.
  std::uint64_t sum = 0;
  for (std::size_t i = 0; i < d.operands.size(); ++i) {
    const std::uint64_t factor = d.factors.empty() ? i : static_cast<std::uint64_t>(d.factors[i]);
    sum += mix(d.operands[i]->hash, factor + 1);
  }
  return mix(hash, sum);
}

bool describes(const draft& d, const node& n) {
  if (n.what != d.what || n.of != d.of || n.row != d.row || n.value != d.value)
    return false;
  if (d.what == kind::symbol)
    return n.range == d.range && n.name() == d.name;
  return std::ranges::equal(n.operands(), d.operands) && std::ranges::equal(n.factors(), d.factors);
}

std::size_t bytes_of(const draft& d) {
  return sizeof(node) + d.operands.size_bytes() + d.factors.size_bytes() + d.name.size();
}

std::size_t bytes_of(const node& n) {
  if (n.is(kind::symbol))
    return sizeof(node) + n.size;
  const bool weighted = n.is(kind::sum) || n.is(kind::product);
  return sizeof(node) + n.size * (sizeof(node*) + (weighted ? sizeof(std::int64_t) : 0));
}

constexpr std::int64_t small = 1024;

bool lives_forever(const draft& d) {
  return d.what == kind::symbol ||
         (d.what == kind::constant && d.of == type::integer && d.value > -small && d.value < small);
}

node* make(const draft& d, std::uint64_t hash) {
  const auto size = static_cast<std::uint32_t>(d.operands.size() + d.name.size());
  node* n = new (detail::take_block(bytes_of(d)))
      node{{}, d.what, d.of, lives_forever(d), d.row, size, hash, nullptr, d.range, d.value};
  auto* behind = reinterpret_cast<char*>(n + 1);
  if (d.what == kind::symbol) {
    std::memcpy(behind, d.name.data(), d.name.size());
    return n;
  }
  for (const node* operand : d.operands)
    expr::retain(operand);
  std::copy(d.operands.begin(), d.operands.end(), reinterpret_cast<const node**>(behind));
  std::copy(d.factors.begin(), d.factors.end(),
            reinterpret_cast<std::int64_t*>(behind + d.operands.size_bytes()));
  return n;
}

} // namespace

double node::real() const {
  return std::bit_cast<double>(value);
}

expr intern(const draft& d) {
  const bool computed = d.what != kind::constant && d.what != kind::symbol;
  if (computed && d.of == type::integer && d.range.lower == d.range.upper &&
      d.range.bounded_below() && d.range.bounded_above())
    return rules::integer(d.range.lower);
  const std::uint64_t hash = hash_of(d);
  return expr::adopt(table().find_or_enter(
      hash, [&](const node& n) { return n.hash == hash && describes(d, n); },
      [&] { return make(d, hash); }));
}

// A long chain is let go of in a loop: recursion would need a stack as deep. Once out of the table,
// a node's link is free to hold those that are still to go.
void release_last(const node* first) noexcept {
  node* pending = nullptr;
  const auto take_out = [&](const node* n) {
    node* out = const_cast<node*>(n);
    table().erase(out, out->hash);
    out->next = pending;
    pending = out;
  };
  take_out(first);
  while (node* n = pending) {
    pending = n->next;
    for (const node* operand : n->operands())
      if (!operand->immortal && operand->references.drop())
        take_out(operand);
    const std::size_t bytes = bytes_of(*n);
    std::destroy_at(n);
    detail::give_block(n, bytes);
  }
}

namespace {

template <class T>
int order_of(const T& a, const T& b) {
  return a < b ? -1 : b < a ? 1 : 0;
}

int order_of_contents(const node& a, const node& b) {
  if (int by_kind = order_of(a.what, b.what))
    return by_kind;
  if (int by_type = order_of(a.of, b.of))
    return by_type;
  if (int by_value = order_of(a.value, b.value))
    return by_value;
  if (int by_row = order_of(a.row, b.row))
    return by_row;
  if (int by_size = order_of(a.size, b.size))
    return by_size;
  if (a.is(kind::symbol)) {
    const int by_name = a.name().compare(b.name());
    return by_name ? by_name
                   : order_of(std::pair(a.range.lower, a.range.upper),
                              std::pair(b.range.lower, b.range.upper));
  }
  for (std::size_t i = 0; i < a.operands().size(); ++i)
    if (int by_operand = order(*a.operand(i), *b.operand(i)))
      return by_operand;
  for (std::size_t i = 0; i < a.factors().size(); ++i)
    if (int by_factor = order_of(a.factors()[i], b.factors()[i]))
      return by_factor;
  return 0;
}

} // namespace

int order(const node& a, const node& b) {
  if (&a == &b)
    return 0;
  // Two contents of one hash are rare enough for their comparison to be slow.
  return a.hash != b.hash ? order_of(a.hash, b.hash) : order_of_contents(a, b);
}

} // namespace treelize::symbolic
