// What the reverse sweep asks for, directly or through what that is computed from.
#pragma once

#include "grad/plan/Shapes.h"
#include "grad/rules/StatementAdjoint.h"

#include <set>

namespace treelize::grad {

/// The assignments whose effect nobody asks for: neither the reverse sweep, nor control flow, nor
/// the result. The forward sweep leaves them out; what they would write for the caller would be put
/// back in any case. Of a function
/// (`isFunction`), whose caller goes on with its forward sweep, only what it does to its locals.
std::set<const ir::Stmt*> idleAssignments(const ir::Kernel& kernel,
                                          const StatementAdjointMap& adjoints, const Shapes& shapes,
                                          bool isFunction);

} // namespace treelize::grad
