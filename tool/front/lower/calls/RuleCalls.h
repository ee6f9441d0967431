// Calls of functions that have a derivative of their own: a rule of the user's, or what another header's
// kernel has.
#pragma once

#include "front/lower/calls/FunctionInputs.h"
#include "front/read/Rules.h"

namespace treelize::front {

/// What the function and its derivatives are called in the code of a kernel.
void nameRule(Lowering& l, const clang::FunctionDecl* function, const Rule& rule, ir::Function& to);

/// What a kernel's `wrt` leaves out has no shadow.
void leaveOut(const Rule& rule, const FunctionInputs& given, ir::Kernel& as);

/// Refuses arguments that are not handed over one by one.
void refuseParts(Lowering& l, const clang::FunctionDecl* definition, const FunctionInputs& given,
                 clang::SourceLocation where);

/// Refuses arguments that the derivative cannot be told about, or that it would change.
void checkRuleArguments(Lowering& l, const ir::Function& function, const ir::Call& call,
                        clang::SourceLocation where);

} // namespace treelize::front
