// Pointers and references into a vector whose elements go over to another vector: in C++ they go
// with them, but the kernel language names elements by their vector.
#pragma once

#include "front/lower/Lowering.h"

namespace treelize::front {

/// The vectors in this object are swapped or moved from; refuses variables that point into one of
/// them and are used later.
void refuseFollowers(Lowering& l, const Value& object, clang::SourceLocation where);

/// std::move leaves an empty vector behind, but a copy is all that the kernel language makes:
/// refuses variables that are moved from and read later.
void refuseUseAfterMove(Lowering& l, const clang::Expr* moved, const Value& object);

} // namespace treelize::front
