// Eigen's matrices, where they meet the rest of the language.
#pragma once

#include "front/lower/objects/Objects.h"

namespace treelize::front {

/// Functions and methods of Eigen (Eigen).
Value eigenCall(Lowering& l, const clang::CallExpr* expr, const clang::FunctionDecl* callee);
/// A matrix of Eigen's (EigenConstruct).
void constructMatrix(Lowering& l, Destination& to, const clang::Expr* from);

} // namespace treelize::front
