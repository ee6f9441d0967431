// Vectors that get their length where nothing is in them yet: `std::vector<double> u; u.resize(n);`.
#pragma once

#include "ir/IR.h"

namespace treelize::ir {

/// A resize, as the front makes it of elements that go and elements that come, of a local that is
/// empty and that nothing has named since its declaration, is the assignment of a vector of this
/// length.
void assignFirstLengths(Block& block, const Kernel& kernel);

} // namespace treelize::ir
