// The statements of a kernel as text: a line each, nested blocks two spaces deeper.
#pragma once

#include "ir/IR.h"
#include "ir/text/Write.h"
#include "ir/text/WriteVariables.h"

namespace treelize::ir {

std::string writeBody(const Kernel& kernel, const Notes& notes, const VariableWriter& variables,
                      TypeNames& types);

} // namespace treelize::ir
