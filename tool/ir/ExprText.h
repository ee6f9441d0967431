// Expressions and places as C++ text, with no more parentheses than precedence asks for.
#pragma once

#include "ir/Operators.h"

#include <string>

namespace treelize::ir {

std::string text(const Kernel& kernel, const Expr& expr,
                 Precedence context = Precedence::Conditional);
std::string text(const Kernel& kernel, const Place& place);
/// As it stands in the call.
std::string text(const Kernel& kernel, const Argument& argument);

/// `double x`, `double x[3]`: a declarator of this type.
std::string declarator(const Type& type, const std::string& name);

} // namespace treelize::ir
