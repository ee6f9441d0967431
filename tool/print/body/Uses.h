// What the body does with its variables, as far as their declarations show it.
#pragma once

#include "ir/IR.h"

#include <vector>

namespace treelize::print {

struct Uses {
  std::vector<bool> isWritten; // after the declaration, by index of the variable
  std::vector<bool> isRead;
  std::vector<bool> isCounter;

  bool isConstant(ir::VarId var) const { return !isWritten[var.index]; }
};

Uses usesOf(const ir::Kernel& kernel);

} // namespace treelize::print
