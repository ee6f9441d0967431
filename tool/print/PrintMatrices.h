// The members of a free kernel that return matrices: `jacobian`.
#pragma once

#include "print/KernelText.h"

#include <string>

namespace treelize::print {

/// Why a kernel has no `jacobian`.
enum class JacobianAbsence {
  none,
  isBound,       // kernels of objects have none
  oneNumber,     // the result is one number
  noRow,         // neither the result nor what it writes carries a derivative
  unknownExtent, // of what a pointer refers to, or it cannot be copied
};
JacobianAbsence jacobianAbsence(const KernelCode& code);

/// `treelize::matrix jacobian(...) const { ... }`; nothing where it is absent.
std::string jacobianMember(const KernelCode& code);

} // namespace treelize::print
