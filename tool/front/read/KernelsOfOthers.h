// Kernels of other headers as functions with a derivative: that of the generated header, where it is
// included.
#pragma once

#include "front/read/Rules.h"

namespace treelize::front {

struct Annotation;

/// `app::kernels::residual`
std::string objectOf(const clang::FunctionDecl* kernel, const Annotation& annotation);

/// The adjoint and the tangent of the kernel's object. Empty where the object is not declared, or has
/// not both, and where the kernel's `wrt` tells parts of a parameter apart.
std::optional<Rule> ruleOfKernel(const RuleContext& context, const Annotations& annotations,
                                 const clang::FunctionDecl* function);

} // namespace treelize::front
