// What the reverse sweep of the statements behind a loop asks of that loop.
//
// The loop's seeds come first, and may ask for nothing that it has yet to compute. What else of the
// sweep asks for that waits until the loop is done: in `scale * sum` the adjoint of the scale.
#pragma once

#include "ir/IR.h"

#include <optional>
#include <set>
#include <span>

namespace treelize::grad {

/// The code of such a sweep in two parts, and the loop between them.
struct AroundLoop {
  ir::Block before, behind;
};

/// `statements`: the loop and what follows it; `code`: the sweep that reverses the latter;
/// `backwards`: what reverses an iteration. Null if the loop's seeds have to wait, too.
std::optional<AroundLoop> aroundLoop(const ir::Kernel& kernel, std::span<const ir::Stmt> statements,
                                     const std::set<const ir::Stmt*>& idle, ir::Block code,
                                     const ir::Block& backwards);

} // namespace treelize::grad
