// Eigen's matrices, where they meet the rest of the language.
#pragma once

#include "front/lower/objects/Objects.h"

namespace treelize::front {

/// Functions and methods of Eigen (Eigen); nothing of one that is taken by its body.
std::optional<Value> eigenCall(Lowering& l, const clang::CallExpr* expr, const clang::FunctionDecl* callee);
/// A prvalue of an expression's type, and a variable of the type of a view (NamedView).
Value matrixValue(Lowering& l, const clang::Expr* expr);
Value matrixView(Lowering& l, const Slot& slot, const clang::Expr* init);
/// A matrix of Eigen's (EigenConstruct).
void constructMatrix(Lowering& l, Destination& to, const clang::Expr* from);

} // namespace treelize::front
