// A kernel's body as C++ statements.
#pragma once

#include "ir/IR.h"
#include "print/Remarks.h"

#include <string>

namespace treelize::print {

/// How a body calls the primal that it was derived from: for a way that the primal ends.
struct PrimalCall {
  std::string name; // `app::energy`
  std::string call; // `app::energy(x, p)`
};

/// A way ends as the primal does; without a primal it is left to the caller, who has one.
std::string endAsPrimal(const PrimalCall& primal);

/// The statements of the body, without braces and without the final return of kernel.outputs.
/// Locals that are never written again are const; a tape is declared when the body uses one.
/// `hasSweeps`: it is an adjoint.
std::string printBody(const ir::Kernel& kernel, const PrimalCall& primal, const Remarks& remarks,
                      bool hasSweeps);
/// The same of a function that is given its tape, and stands for no kernel.
std::string printFunctionBody(const ir::Kernel& kernel, const Remarks& remarks);
/// What a body calls its tape.
std::string tapeName(const ir::Kernel& kernel);

} // namespace treelize::print
