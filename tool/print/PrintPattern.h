// The members of a kernel that has a sparse matrix.
#pragma once

#include "print/KernelText.h"

#include <string>

namespace treelize::print {

/// `jacobian_pattern` and `jacobian_csr`, or those of the Hessian.
std::string patternMembers(const KernelCode& code);

} // namespace treelize::print
