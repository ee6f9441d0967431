// A kernel's body as C++ statements.
#pragma once

#include "ir/IR.h"

#include <string>

namespace treelize::print {

/// The statements of the body, without braces and without the final return of kernel.outputs.
/// Locals that are never written again are const; a tape is declared when the body uses one, unless
/// it is a parameter.
std::string printBody(const ir::Kernel& kernel, bool ownsTape = true);

} // namespace treelize::print
