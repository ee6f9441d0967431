// What the adjoint and the tangent of a call have in common.
#pragma once

#include "analysis/Activity.h"
#include "grad/DerivedFunctions.h"

#include <functional>

namespace treelize::grad {

/// Through which parameters a derivative flows.
ActiveParameters activeParameters(const ir::Kernel& kernel, const ir::Call& call,
                                  const ir::Function& function, const analysis::Activity& activity);

/// Lets the calls of a primal name what is to be made of the functions. Those with a rule keep their
/// name where the kernel is differentiated again.
void callPrimals(ir::Block& block, DerivedFunctions& functions, bool isDerivedAgain = false);

/// The function itself, with the names of the functions that it calls.
ir::Kernel makePrimal(const FunctionRequest& request, DerivedFunctions& functions);

/// What is called where no derivative flows.
std::string primalName(const ir::Function& function, DerivedFunctions& functions);

/// Makes all that was asked for, and what that asks for.
std::vector<ir::Function>
derivedFunctions(DerivedFunctions& functions,
                 const std::function<ir::Kernel(const FunctionRequest&)>& make);

} // namespace treelize::grad
