// The nodes of symbolic expressions, and `expr`, the counted reference to one. Equal expressions
// are one node, so equality is that of addresses. A node never changes; its children and their
// integer factors, or a symbol's name, lie behind it.
#pragma once

#include "treelize/detail/ref_count.hpp"
#include "treelize/detail/symbolic/bounds.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <utility>

namespace treelize::symbolic {

enum class type : std::uint8_t { integer, real, boolean };

/// What a node is. A comment names the operands, in order; `given` is the node's own number.
enum class kind : std::uint8_t {
  constant,
  symbol,
  choice, ///< condition, then, else; of any type

  sum,        ///< k and the operands times their factors, none of them a sum or a constant
  product,    ///< the operands to their factors' power, none of them a product or a constant
  power,      ///< base, exponent: natural, not constant
  floor_div,  ///< dividend, divisor
  floor_mod,  ///< dividend, divisor
  minimum,    ///< two or more
  maximum,    ///< two or more
  absolute,   ///< one
  bit_and,    ///< two
  bit_or,     ///< two
  bit_xor,    ///< two
  round_down, ///< a real
  round_up,
  round_to_zero,
  round_to_even,

  to_real,        ///< an integer or a boolean
  true_div,       ///< two integers, correctly rounded
  real_operator,  ///< a row of operators.def
  real_floor_div, ///< dividend, divisor
  real_mod,       ///< dividend, divisor

  at_most,      ///< a sum without a constant that is <= k
  equals,       ///< == k
  differs,      ///< != k
  real_less,    ///< two
  real_at_most, ///< two
  real_equals,  ///< two
  real_differs, ///< two
  conjunction,  ///< two or more
  disjunction,  ///< two or more
  exclusive_or, ///< two
  negation,     ///< one
};

struct node {
  mutable detail::ref_count references;
  kind what;
  type of;
  bool immortal;      ///< symbols and small constants: not counted
  std::uint8_t row;   ///< of operators.def
  std::uint32_t size; ///< operands, or a name's characters
  std::uint64_t hash; ///< of the contents: the same in every run
  node* next;         ///< in the table
  bounds range;       ///< of integers
  std::int64_t value; ///< k, a constant, or the bits of a real one

  bool is(kind given) const { return what == given; }
  std::span<const node* const> operands() const {
    return {reinterpret_cast<const node* const*>(this + 1), what == kind::symbol ? 0 : size};
  }
  const node* operand(std::size_t index) const { return operands()[index]; }
  /// Of a sum's or a product's operands.
  std::span<const std::int64_t> factors() const {
    const bool weighted = what == kind::sum || what == kind::product;
    return {reinterpret_cast<const std::int64_t*>(operands().data() + size), weighted ? size : 0};
  }
  std::string_view name() const { return {reinterpret_cast<const char*>(this + 1), size}; }
  double real() const;
};

void release_last(const node* node) noexcept;

class expr {
public:
  expr() = default; ///< nothing: not to be asked
  /// Takes over one reference.
  static expr adopt(const node* owned) { return expr(owned); }
  static expr share(const node* owned) {
    retain(owned);
    return expr(owned);
  }

  expr(const expr& other) : node_(other.node_) { retain(node_); }
  expr(expr&& other) noexcept : node_(std::exchange(other.node_, nullptr)) {}
  expr& operator=(expr other) noexcept {
    std::swap(node_, other.node_);
    return *this;
  }
  ~expr() { release(node_); }

  const node* get() const { return node_; }
  const node* operator->() const { return node_; }
  const node& operator*() const { return *node_; }

  /// Whether both are the same expression, not whether their values agree.
  friend bool operator==(const expr& left, const expr& right) { return left.node_ == right.node_; }

  static void retain(const node* owned) {
    if (owned && !owned->immortal)
      owned->references.add();
  }
  static void release(const node* owned) noexcept {
    if (owned && !owned->immortal && owned->references.drop())
      release_last(owned);
  }

private:
  explicit expr(const node* owned) : node_(owned) {}
  const node* node_ = nullptr;
};

} // namespace treelize::symbolic
