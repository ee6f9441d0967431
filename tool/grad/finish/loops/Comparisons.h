// Which addresses a compiler has to compare before it can vectorise a loop: it gives up where they
// are many.
#pragma once

#include "ir/IR.h"

#include <set>
#include <span>

namespace treelize::grad {

/// Compilers give up vectorising a loop that needs more comparisons of addresses before it.
inline constexpr std::size_t mostComparisons = 8;

/// Local containers are known to be apart, but not those that are swapped, as pointers are not: to
/// the caller's arrays, or to rows on the tape.
class Comparisons {
public:
  explicit Comparisons(const ir::Kernel& kernel);

  /// How many pairs of arrays, or rows of one, must be found apart, where one of the two is written.
  std::size_t of(std::span<const ir::Stmt> body) const;

private:
  const ir::Kernel& kernel;
  std::set<ir::VarId> swapped;

  bool isKnown(ir::VarId array) const;
};

} // namespace treelize::grad
