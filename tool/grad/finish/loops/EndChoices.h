// What an expression of a loop's body is in all iterations but for a few at either end: conditions
// on the counter that only these decide otherwise, and remainders that only they wrap around.
#pragma once

#include "analysis/Regions.h"
#include "ir/IR.h"

#include <cstdint>
#include <optional>

namespace treelize::grad {

/// So many iterations at the beginning and at the end of a loop, in ascending order.
struct LoopEnds {
  std::int64_t first = 0, last = 0;
  bool chooseElements = false; // otherwise than all others: by an index, or whether there is one
};

class EndChoices {
public:
  /// Of a loop that counts by ones.
  EndChoices(const ir::Kernel& kernel, const ir::For& loop);

  /// The expression as it is between the ends, which grow by what it takes.
  ir::ExprRef inside(const ir::ExprRef& e, LoopEnds& ends) const;

private:
  const ir::For& loop;
  ir::ExprRef upper; // where the loop runs
  ir::ExprRef counter;
  std::optional<std::int64_t> least; // that the counter never is below
  analysis::RegionSet changing;

  std::optional<bool> truth(const ir::Apply& comparison, LoopEnds& ends) const;
  bool isOfCounter(const ir::Apply& operation) const;
  bool mayWrap(const ir::Expr& e) const;
  ir::ExprRef remainder(const ir::ExprRef& e, const ir::Apply& division, LoopEnds& ends) const;
  ir::ExprRef step(const ir::ExprRef& e, LoopEnds& ends) const;
};

} // namespace treelize::grad
