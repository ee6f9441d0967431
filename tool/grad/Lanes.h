// A derivative of a kernel for several seeds at once.
//
// The reverse sweep is linear in its seeds, so the same code serves many of them: what holds an
// adjoint (or a tangent) holds one number per lane instead, and the primal values stay what they
// are.
#pragma once

#include "ir/IR.h"

#include <optional>
#include <string>

namespace treelize::grad {

/// The derived kernel over `treelize::lanes<Lanes>`, a template parameter's name; none where its
/// derivatives are not all numbers of type double in plain arrays, or pass through another
/// function.
std::optional<ir::Kernel> spreadOverLanes(const ir::Kernel& derived);

/// Why there is none, by the name of one of the runtime's concepts (kernel.hpp): of a kernel that
/// returns nothing.
std::string whyNoLanes(const ir::Kernel& derived);

} // namespace treelize::grad
