// Functions that run as they stand: nobody sees into them, or their bodies are not understood, and
// nothing of them can come back that has a derivative.
#pragma once

#include "front/lower/Lowering.h"

namespace treelize::front {

using Functions = std::set<const clang::FunctionDecl*>; // for look-ups only

struct ForeignCalls {
  Functions asTheyStand;   // though their bodies are visible
  Functions notUnderstood; // so far, which may run as they stand another time
  struct Call {
    std::string function; // with the reason why it runs as it stands
    clang::SourceLocation where;
  };
  std::vector<Call> calls;
};

/// A call of such a function for its effect alone; false where it is none.
bool foreignCall(Lowering& l, const clang::CallExpr* expr);
/// An integer from one, which changes in steps, or a pointer to what holds no real number: whether it
/// is null is kept, and what it points at is not known. Nothing of other functions.
std::optional<Value> foreignResult(Lowering& l, const clang::CallExpr* expr,
                                   const clang::FunctionDecl* callee);
/// What cannot be lowered stands in functions that may run as they stand: the innermost one.
void noteNotUnderstood(Lowering& l);
/// Does the place stand for what such a pointer points at?
bool isUnseen(const Lowering& l, const ir::Place& place);
/// Refuses the kernel where what such a function did could come back by a variable.
void refuseSideDoors(Lowering& l);

/// A variable `char text[80]` of the kernel's own.
std::optional<ir::Place> ownText(const Lowering& l, const clang::Expr* expr);
/// `std::snprintf(text, sizeof text, "%g", x)` into a variable of the kernel's; nothing of others.
std::optional<Value> formattedText(Lowering& l, const clang::CallExpr* expr,
                                   const clang::FunctionDecl* callee);
/// errno, read and written.
bool isErrorNumber(const clang::Expr* expr);
ir::ExprRef errorNumber(Lowering& l, clang::SourceLocation where);
Value setErrorNumber(Lowering& l, const clang::BinaryOperator* expr);

} // namespace treelize::front
