// The text form of a kernel, for --dump-after: one line a statement, types at declarations.
#pragma once

#include "ir/IR.h"

#include <string>

namespace treelize::ir {

std::string dump(const Kernel& kernel);

} // namespace treelize::ir
