// Loop invariance: what all iterations of a loop, and the code before it, find the same.
#pragma once

#include "analysis/Regions.h"
#include "ir/IR.h"

namespace treelize::analysis {

class LoopFacts {
public:
  LoopFacts(const ir::Kernel& kernel, const ir::For& loop);
  /// Where all that changes with the counter is known.
  LoopFacts(ir::VarId counter, RegionSet changing);

  /// Has the expression the same value in all iterations, and before them?
  bool isInvariant(const ir::Expr& e) const { return !mayChange(e, changing_); }
  /// Is the place the same one in all of them? Its value may be another one.
  bool keepsPlace(const ir::Place& place) const { return !mayMove(place, changing_); }

  ir::VarId counter() const { return counter_; }

private:
  ir::VarId counter_;
  RegionSet changing_; // the counters and all that begins its life in the loop among them
};

} // namespace treelize::analysis
