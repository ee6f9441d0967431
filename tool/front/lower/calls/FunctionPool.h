// Functions that a loop makes again and again, from one lambda with copies of its own: the copies
// stand in vectors, and a function's number says which of them are its.
#pragma once

#include "front/lower/calls/Candidates.h"

namespace treelize::front {

/// Does the loop at hand make another function each time it comes here? Refuses what would refer
/// to variables of the loop.
bool isMadeAnew(Lowering& l, const Closure& function, clang::SourceLocation where);

/// Vectors for its copies.
Pool makePool(Lowering& l, const Closure& function, clang::SourceLocation where);

/// Adds the copies that it has now; the number of the function, whose kind has the number `kind`.
ir::ExprRef addToPool(Lowering& l, const Pool& pool, const Closure& function, std::size_t kind,
                      clang::SourceLocation where);

/// Is a number that of a function of this kind?
ir::ExprRef isOfKind(const ir::ExprRef& number, std::size_t kind, Location at);

/// The function, with the copies that belong to the number.
Closure fromPool(Lowering& l, const Pool& pool, const Closure& function, const ir::ExprRef& number);

} // namespace treelize::front
