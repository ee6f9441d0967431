// What a counter that a loop carries along has grown by, as a function of the loop's own counter.
#pragma once

#include "ir/IR.h"

#include <optional>

namespace treelize::grad {

struct ClosedSum {
  ir::ExprRef before;   // what the iterations before the present one added
  ir::ExprRef total;    // what all iterations add
  bool isCount = false; // each adds 1, and `before` is their number
};

/// The increment is 1, a number that the loop leaves alone, or one that changes by one from
/// iteration to iteration, like the number of trips of an inner loop over a triangle. `type` is the
/// type of the counter that grows; `before` may have a wider one.
std::optional<ClosedSum> closedSum(const ir::Kernel& kernel, const ir::For& loop,
                                   const ir::ExprRef& increment, const ir::TypeRef& type);

} // namespace treelize::grad
