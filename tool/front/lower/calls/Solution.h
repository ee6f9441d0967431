// Calls of functions that solve an equation.
//
// The solver runs as it is, once, and what it returns carries no derivative. Then it becomes a
// function of the equation's parameters: `treelize::solution` returns it unchanged, and its
// derivative is that of the equation.
#pragma once

#include "front/lower/Lowering.h"
#include "front/read/Rules.h"

namespace treelize::front {

/// The solver, as a function of constants.
std::shared_ptr<const ir::Kernel> withoutDerivative(const ir::Kernel& solver);

/// Emits the call of the solver, whose result is declared, and gives it its derivative.
Value solutionCall(Lowering& l, const clang::FunctionDecl* solver, const Equation& equation,
                   ir::Call call, Location at);

} // namespace treelize::front
