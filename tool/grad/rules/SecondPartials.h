// Partial derivatives that are differentiated again: for tangents that become kernels.
//
// A rule of operators.def may choose a value at a single point, `select(b == 0.0, 0.0, ...)`, where
// the formula would be no number. There the derivative of what was chosen is not the one of the
// formula. Rows for which that matters have another form here, or none.
#pragma once

#include "grad/rules/Value.h"
#include "ir/IR.h"

namespace treelize::grad {

/// May the partials of the operator be differentiated once more?
bool hasSecondPartials(ir::Op op);

/// As `partials`, in a form that may be.
std::vector<Value> smoothPartials(ir::Op op, const std::vector<ir::ExprRef>& args,
                                  const ir::ExprRef& result);

} // namespace treelize::grad
