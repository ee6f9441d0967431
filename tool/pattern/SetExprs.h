// Expressions over dependency sets. Null is the empty set.
#pragma once

#include "ir/IR.h"
#include "pattern/Pattern.h"

#include <vector>

namespace treelize::pattern {

/// A set as the value of a variable of this type.
ir::ExprRef asValue(const ir::ExprRef& set, const ir::TypeRef& type);

/// Every operand once.
ir::ExprRef joined(const std::vector<ir::ExprRef>& sets, const ir::TypeRef& type);

/// What the set has beside the other one: null where it is that alone.
ir::ExprRef without(const ir::ExprRef& set, const ir::ExprRef& other, const ir::TypeRef& type);

/// Of the result of an operator.
ir::ExprRef combined(ir::Op op, std::vector<ir::ExprRef> operands, const ir::TypeRef& type,
                     Matrix matrix);

} // namespace treelize::pattern
