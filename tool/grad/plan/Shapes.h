// Of what shape containers are when their scopes end.
#pragma once

#include "ir/IR.h"

#include <set>

namespace treelize::grad {

/// How to make the shadow of a local: of the shape of its declaration, all zero.
ir::ExprRef shadowShape(const ir::Kernel& kernel, const ir::Declare& local);

/// Containers that may not have, when the kernel is reversed, the shape that they have where one of
/// their elements is assigned.
std::set<ir::VarId> reshapedVariables(const ir::Kernel& kernel, bool bodyEnds);

} // namespace treelize::grad
