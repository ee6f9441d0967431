// The containers that a pointer may point into.
#pragma once

#include "front/lower/Lowering.h"

namespace treelize::front {

/// The number of a container among those that a pointer may point into; a new one is added. Within
/// a loop that repeats uses of the pointer, it would come too late.
unsigned numberOf(Lowering& l, MovingView::State& state, const ir::Place& place,
                  clang::SourceLocation where, bool isEarly);
/// The same of a pointer that is yet to be used.
void addBase(Bases& bases, const ir::Place& place);
std::vector<ir::Place> basesOf(const View& view);

} // namespace treelize::front
