// Static variables of functions that are written: a kernel has its own, which begin anew with each
// call of it. That is right where nobody can tell the difference.
#pragma once

#include "front/lower/Lowering.h"

namespace treelize::front {

Value writtenStatic(Lowering& l, const clang::VarDecl* variable, clang::SourceLocation where);

/// When the kernel is complete: refuses those that may be read before they are written.
void refuseStatics(Lowering& l);

} // namespace treelize::front
