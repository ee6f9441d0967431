// Of what shape containers are when their scopes end.
#pragma once

#include "ir/IR.h"

#include <set>

namespace treelize::grad {

/// How to make the tangent of a local where the local itself begins: of the same shape, all zero.
ir::ExprRef tangentShape(const ir::Kernel& kernel, const ir::Declare& local);

/// How to make the shadow of a local where its scope ends: of the shape that it has by then, all
/// zero.
ir::ExprRef shadowShape(const ir::Kernel& kernel, const ir::Declare& local);

/// Containers that may not have, when the kernel is reversed, the shape that they have where one of
/// their elements is assigned.
std::set<ir::VarId> reshapedVariables(const ir::Kernel& kernel, bool bodyEnds);

} // namespace treelize::grad
