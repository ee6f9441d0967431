// Parts of range-based for loops.
#pragma once

#include "front/lower/Lowering.h"

namespace treelize::front {

/// A container or a view that is known by its elements; nothing for another class.
std::optional<Value> knownRange(Lowering& l, const clang::Expr* init);
/// The loop's variable stands for the element.
void bindElement(Lowering& l, const clang::CXXForRangeStmt* stmt, const Value& element);
/// `for (auto x : range | std::views::transform(f))`; false if the range is none of the library's
/// views.
bool adaptedRangeFor(Lowering& l, const clang::CXXForRangeStmt* stmt);
/// `auto v = range | std::views::take(n)`, which loops alone ask for its elements: what such a loop
/// goes through. Nothing for other variables.
std::optional<Value> adaptedVariable(Lowering& l, const clang::VarDecl* variable);

} // namespace treelize::front
