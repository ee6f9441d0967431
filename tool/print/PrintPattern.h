// The members of a kernel that has a sparse matrix.
#pragma once

#include "print/KernelText.h"

#include <string>

namespace treelize::print {

/// Are there values for the pattern?
bool hasSparseValues(const KernelCode& code);

/// `jacobian_pattern` and `jacobian_csr`, or those of the Hessian; nothing where none is asked for.
std::string patternMembers(const KernelCode& code);

} // namespace treelize::print
