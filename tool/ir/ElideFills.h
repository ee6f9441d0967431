// Containers that are made to fill another one with copies of them.
#pragma once

#include "ir/IR.h"

namespace treelize::ir {

/// Does a value read numbers that may carry a derivative? A container that is made of literals
/// alone does not.
bool readsNumbers(const Expr& value);

/// `row = std::vector<double>(n); u = T(m, row);`, where nobody else asks for the row, becomes
/// `u = T(m, std::vector<double>(n))`; not where the row reads numbers.
void elideFills(Kernel& kernel);

} // namespace treelize::ir
