// The members of a free kernel that return matrices: `jacobian` and `hessian`.
#pragma once

#include "print/KernelText.h"

#include <string>

namespace treelize::print {

/// Why a kernel has no `jacobian`.
enum class JacobianAbsence {
  none,
  isBound,       // kernels of objects have none
  oneNumber,     // the result is one number
  leftOut,       // no adjoint is printed
  noRow,         // neither the result nor what it writes carries a derivative
  unknownExtent, // of what a pointer refers to, or it cannot be copied
};
JacobianAbsence jacobianAbsence(const KernelCode& code);

/// Why it has no `hessian`.
enum class HessianAbsence {
  none,
  isMethod, // methods have none
  severalNumbers, // or none at all
  noProduct,      // KernelCode::whyNoSecond
  unknownExtent,
};
HessianAbsence hessianAbsence(const KernelCode& code);

/// `treelize::matrix jacobian(...) const { ... }`, and the same of `hessian`; nothing where they are
/// absent.
std::string matrixMembers(const KernelCode& code);

} // namespace treelize::print
