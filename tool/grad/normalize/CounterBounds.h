// What a counter that counts upwards stays below while a condition holds.
#pragma once

#include "ir/IR.h"

#include <optional>

namespace treelize::grad {

struct UpwardCounter {
  ir::VarId var;
  bool isNonNegative; // from its start
  bool mayBeLeft;     // the loop, by a throw: `i <= n` need not be what ends it
};

/// Of `i < n`, `i + k < n`, `3 * i + 2 < n`, `i <= n`, and of several that `&&` joins: the bound
/// `b` for which the condition is `i < b`, in the counter's type. Nothing if it is no such
/// comparison of numbers of that type. What else the condition reads may change in the loop, for
/// the caller to see.
std::optional<ir::ExprRef> upperBound(const ir::Kernel& kernel, const ir::ExprRef& condition,
                                      const UpwardCounter& counter);

} // namespace treelize::grad
