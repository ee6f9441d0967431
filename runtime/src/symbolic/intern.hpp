// From a description to the one node that it describes.
#pragma once

#include "treelize/detail/symbolic/node.hpp"

#include <span>
#include <string_view>

namespace treelize::symbolic {

/// A node before it exists. Operands are borrowed.
struct draft {
  kind what;
  type of;
  bounds range = {};
  std::int64_t value = 0;
  std::span<const node* const> operands = {};
  std::span<const std::int64_t> factors = {};
  std::string_view name = {};
  std::uint8_t row = 0;
};

/// The draft's node; a constant where bounds leave one integer only.
expr intern(const draft& d);

/// The draft of a node that is no symbol.
inline draft describe(const node& n) {
  return {n.what, n.of, n.range, n.value, n.operands(), n.factors(), {}, n.row};
}

/// The order of operands: by contents, so that it is the same in every run; zero for the same node.
int order(const node& a, const node& b);
inline bool before(const node* a, const node* b) {
  return order(*a, *b) < 0;
}

} // namespace treelize::symbolic
