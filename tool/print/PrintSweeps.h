// The sweeps of a kernel as static functions beside its members.
#pragma once

#include "print/KernelText.h"

#include <string>
#include <vector>

namespace treelize::print {

/// What calls the adjoint's sweep: `sweep`, or `sweep<false>` where only a value that is wanted is
/// computed.
std::string sweepName(const KernelCode& code, bool wantsValue);
/// What runs the pattern sweep: `pattern_sweep`.
std::string patternSweepName(const KernelCode& code);

/// `static double sweep(...) { ... }`, the forward and the reverse sweep, and `tangent_sweep`,
/// `hvp_sweep` and the pattern's of every overload, and the functions that they call.
std::string sweepFunctions(const std::vector<const KernelCode*>& overloads);

} // namespace treelize::print
