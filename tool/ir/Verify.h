// What must hold of a kernel after every pass. A violation is a bug of the tool, not of the user.
#pragma once

#include "ir/IR.h"

#include <string>

namespace treelize::ir {

enum class Dialect { Raw, Structured };

/// The first violation in words, empty when the kernel is sound: places follow their types,
/// operators have their operands, locals are declared before they are used and only in scope, and
/// the structured dialect has no exits.
std::string verify(const Kernel& kernel, Dialect dialect);

} // namespace treelize::ir
