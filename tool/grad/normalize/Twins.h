// Sine and cosine of one argument, and sinh and cosh: each is the other's derivative.
//
// Where a block computes both, they move together and are reversed together, while both values are
// there, so that the reverse sweep computes neither again.
#pragma once

#include "grad/rules/StatementAdjoint.h"

namespace treelize::grad {

/// Moves the second of two twins behind the first.
void placeTwinsTogether(ir::Kernel& kernel);

/// Gives the adjoints of twins that stand together to the second one, with the partials read from
/// their results.
void joinTwins(const ir::Kernel& kernel, const ir::Block& body, StatementAdjointMap& adjoints);

/// In a tangent, where each of two twins that stand together is followed by its own tangent: these
/// read the results.
void joinTangentsOfTwins(const ir::Kernel& kernel, ir::Block& body);

} // namespace treelize::grad
