// Statements that stand side by side and are printed as one.
#pragma once

#include "ir/IR.h"

#include <span>

namespace treelize::print {

enum class Joint {
  none,
  record,   // what goes on the tape together or comes from it, with its locals: tape.push(x, y);
  restored, // a local begins with the value on top of the tape: const double x =
            // tape.pop<double>();
  yielded,  // a local begins with what a step yields: const bool changed = step();
  returned, // one or two locals begin with what a call returns: auto [y, y_t] = f(x, x_t);
};

struct Neighbours {
  Joint joint = Joint::none;
  std::size_t length = 1;
};

/// What the statements begin with; there is at least one.
Neighbours neighboursAt(std::span<const ir::Stmt> statements);

} // namespace treelize::print
