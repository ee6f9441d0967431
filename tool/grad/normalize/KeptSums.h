// Sums that the reverse sweep may ask for as a whole: of `u += factor * (wanted - u)` the
// derivative by the factor asks for the difference, which is one number to keep where its parts are
// two.
#pragma once

#include "ir/IR.h"

#include <cstddef>
#include <set>

namespace treelize::grad {

/// Gives the sum with this number a name, before its statement; false when there are no more. They
/// stand in loops and are factors or arguments, and read two numbers that are stored. What has a
/// name is none of them any more.
bool nameSumInside(ir::Kernel& kernel, std::size_t number, const std::set<ir::VarId>& stored);

} // namespace treelize::grad
