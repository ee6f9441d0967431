// How often statements write a variable, or a part of it.
#pragma once

#include "ir/IR.h"

#include <span>
#include <vector>

namespace treelize::ir {

/// Of one variable, each place that a statement writes by itself (see forEachWritten).
struct WriteCount {
  unsigned begun = 0;   // declarations with a value
  unsigned bare = 0;    // those without one
  unsigned taken = 0;   // from the tape or given back, as arrays
  unsigned popped = 0;  // put back as it was
  unsigned changed = 0; // by all other statements
  unsigned counted = 0; // loops that it is the counter of; none of the sums below has them

  unsigned declared() const { return begun + bare + taken; }
  /// By anything but a declaration.
  unsigned later() const { return popped + changed; }
  unsigned all() const { return declared() + later(); }
  /// How often it gets a value that it did not have before.
  unsigned given() const { return begun + taken + changed; }
  /// Does it keep the value of its declaration?
  bool isOnlyBegun() const { return begun == 1 && all() == 1; }
};

class WriteCounts {
public:
  /// Of nothing.
  WriteCounts() = default;
  explicit WriteCounts(const Kernel& kernel) : WriteCounts(kernel, kernel.body) {}
  WriteCounts(const Kernel& kernel, std::span<const Stmt> statements);

  /// A variable that is newer than this was never written.
  WriteCount of(VarId var) const {
    return var.index < counts_.size() ? counts_[var.index] : WriteCount{};
  }

private:
  std::vector<WriteCount> counts_; // by variable
};

/// The same of one variable.
WriteCount writesTo(VarId var, const Kernel& kernel, std::span<const Stmt> statements);

} // namespace treelize::ir
