// Comments in the sweeps: where they begin, which line of the source a block comes from, why a
// value is kept.
#pragma once

#include "print/body/Writer.h"

#include <span>

namespace treelize::print {

/// Finds the beginnings of the sweeps in a body that has both.
void findSweeps(Writer& w);

/// Says what there is to say above statements that are printed as one.
void commentOn(Writer& w, std::span<const ir::Stmt> statements);

} // namespace treelize::print
