// Vectors of the compiler, `__m128d` and `double __attribute__((vector_size(32)))`: small arrays of
// numbers that operators take element by element. In a kernel they are std::array.
#pragma once

#include "front/lower/Lowering.h"

namespace treelize::front {

/// What an expression of such a type yields that names no variable.
ir::ExprRef vectorValue(Lowering& l, const clang::Expr* expr);
/// `v[i]`
Value vectorElement(Lowering& l, const clang::ArraySubscriptExpr* expr);
/// `v += w`, of which `by` is the right side.
void updateVector(Lowering& l, const clang::CompoundAssignOperator* expr, const ir::Place& place,
                  const ir::ExprRef& by);
/// Intrinsic functions that reach memory, or stand for no operator: `_mm_loadu_pd`, `_mm_sqrt_pd`.
/// Nothing of others, whose bodies say what they do.
std::optional<Value> vectorCall(Lowering& l, const clang::CallExpr* expr,
                                const clang::FunctionDecl* callee);
/// The caller's vectors are none of the kernel's arrays.
void refuseCallersVector(Lowering& l, clang::QualType type, clang::SourceLocation where);

} // namespace treelize::front
