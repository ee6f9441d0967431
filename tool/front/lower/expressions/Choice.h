// One of several places, of which the running program knows which.
#pragma once

#include "front/lower/Lowering.h"

namespace treelize::front {

/// c ? a : b of places: one of them is read or written.
Value chosenPlace(Lowering& l, const clang::ConditionalOperator* expr);
/// One of two objects or places, by a condition that keeps its value; none where a part of them is
/// no place.
std::optional<Value> either(const ir::ExprRef& condition, const Value& first, const Value& second,
                            Location at);
/// The same part of each of several places.
Value ofEach(const Choice& choice, const std::function<Value(const ir::Place&)>& part);
/// The value of the place that is chosen.
ir::ExprRef loadedChoice(Lowering& l, const Choice& choice, clang::SourceLocation where);
/// How many elements it has.
ir::ExprRef sizeOfChoice(Lowering& l, const Choice& choice, clang::SourceLocation where);

} // namespace treelize::front
