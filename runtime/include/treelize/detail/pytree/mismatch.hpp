// How two structures differ: every place with its path and both sides, in the order of the leaves.
// Functions that throw join the same list into one message.
#pragma once

#include "treelize/detail/key_path.hpp"
#include "treelize/detail/pytree/treedef_node.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace treelize {

/// A place where two structures differ, and in what.
struct structure_mismatch {
  enum class kind_type {
    type,   ///< another kind of node, or another class
    length, ///< another number of children
    keys,   ///< other keys, or in another order
    data,   ///< other aux data
  };
  kind_type kind;
  key_path path;
  std::string left, right; ///< what stands there
  /// `at 'a.b': a list of 2 against a list of 1`
  std::string str() const;

  friend bool operator==(const structure_mismatch&, const structure_mismatch&) = default;
};

namespace detail {

/// How the sides are taken: as equals, or the left one as a prefix, whose leaves stand for
/// anything.
enum class comparison { equality, prefix };

std::vector<structure_mismatch> find_mismatches(const treedef_node* left, const treedef_node* right,
                                                comparison how);

/// Throws mismatch_error: `treelize: <call>: <what> (at 'a', ...)` with the first path.
[[noreturn]] void throw_mismatches(std::string_view call, std::string_view what,
                                   const std::vector<structure_mismatch>& all);

/// A part of a structure: a node, and the number of leaves before it.
struct structure_part {
  const treedef_node* node;
  std::size_t first_leaf;
};

/// What stands in `full` at the leaves of the prefix; empty, and `fits` false, where it is no
/// prefix.
struct matched_parts {
  std::vector<structure_part> parts;
  bool fits = true;
};
matched_parts match_prefix(const treedef_node* prefix, const treedef_node* full);

/// The same, or mismatch_error.
std::vector<structure_part> parts_up_to(const treedef_node* prefix, const treedef_node* full,
                                        std::string_view call, std::string_view what);

} // namespace detail
} // namespace treelize
