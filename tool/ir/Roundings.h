// Sums that round. Adding a number like 1.5 * 2^52 to a double leaves no room for a fraction, and
// taking it away again gives the nearest whole number. As sums both steps have the slope one; what
// they compute is flat, as std::nearbyint is.
#pragma once

#include "ir/IR.h"

#include <vector>

namespace treelize::ir {

/// Makes steps without a derivative of such sums. Returns the places of those with a power of two
/// that may be meant so, but whose opposite is missing: they stay sums.
std::vector<Location> markRoundings(Kernel& kernel);

} // namespace treelize::ir
