// Arrays of which each iteration of a loop makes a new version out of the old one, as the steps of
// a simulation do: all versions together are a history, in which nothing is overwritten.
//
// The new version is made by one nest of loops in the body, the *maker*. It takes the place of the
// old one (`u[i] -= f[i]`), or has an array of its own that changes places with others at the
// iteration's end (`swap(u, next)`).
#pragma once

#include "ir/IR.h"

#include <map>
#include <vector>

namespace treelize::analysis {

/// A loop of the maker's, the bounds said by what the loop of the history leaves alone.
struct NestedCounter {
  ir::VarId counter;
  ir::ExprRef lower, upper;
};

struct History {
  /// The array of which the maker sets elements; then where its value goes at the end of the
  /// iteration, and so on; the last one's goes to the first.
  std::vector<ir::VarId> chain;
  std::vector<const ir::Stmt*> exchanges; // by which the values change places
  const ir::Stmt* maker = nullptr;        // stands in the body of the loop
  const ir::Block* innermost = nullptr;   // the maker's, in which the element is set
  const ir::Stmt* element = nullptr;      // the assignment that does it
  std::vector<NestedCounter> nest;        // the maker's loops, outermost first
  ir::ExprRef index;     // of the element, said by the counters and by what the loop leaves alone
  ir::ExprRef length;    // of each array; null: each has its own, and lives as long as the body
  bool setsLast = false; // is the last element known to be among those that the maker sets?
};

/// By the loop. Its iterations name elements of these arrays alone. The maker sets each element
/// once, where it sets one, and all but few of a row; of the old version it reads no other element.
using Histories = std::map<const ir::Stmt*, std::vector<History>>;

Histories findHistories(const ir::Kernel& kernel);

} // namespace treelize::analysis
