// Pointers and references into a vector whose elements go over to another vector: in C++ they go
// with them, but the kernel language names elements by their vector.
#pragma once

#include "front/lower/Lowering.h"

namespace treelize::front {

/// The vectors in this object are swapped or moved from; refuses variables that point into one of
/// them and are used later.
void refuseFollowers(Lowering& l, const Value& object, clang::SourceLocation where);

} // namespace treelize::front
