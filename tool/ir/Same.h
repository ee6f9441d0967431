// Equality as written: the same nodes over the same variables. Two that are the same have the same
// value as long as nothing they read changes in between.
#pragma once

#include "ir/IR.h"

namespace treelize::ir {

bool isSame(const Expr& a, const Expr& b);
bool isSame(const Place& a, const Place& b);

/// Is the expression the value of the place?
bool isLoadOf(const Expr& e, const Place& place);

} // namespace treelize::ir
