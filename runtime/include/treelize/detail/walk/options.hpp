// The options of a tree function: what an annotation says, burnt into its leaf functor.
#pragma once

namespace treelize {

/// Which keys the result has: all must agree, those in common, those of any, those of the leftmost.
enum class mode { strict, inner, outer, left };

/// Whether containers of trees are taken as trees of containers, and which kinds of containers.
struct subside_options {
  bool enabled = false;
  bool dict = true;  ///< maps
  bool list = true;  ///< vectors and arrays
  bool tuple = true; ///< tuples and pairs
  /// A value beside the trees in a container goes to all of their leaves.
  bool inherit = true;
};

struct walk_options {
  treelize::mode mode = treelize::mode::strict;
  /// A leaf that meets a sub-tree is used for all of its leaves.
  bool inherit = true;
  subside_options subside = {};
  /// A tree of tuples becomes a tuple of trees.
  bool rise = false;
};

/// `missing` can stand in for nothing, as no result has a key that a tree lacks.
constexpr bool missing_is_idle(mode chosen) {
  return chosen == mode::strict || chosen == mode::inner;
}
/// Trees that differ make the call throw, as `missing` stands in for nothing.
constexpr bool needs_missing(mode chosen) {
  return chosen == mode::outer;
}

} // namespace treelize
