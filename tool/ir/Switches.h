// A switch as branches.
#pragma once

#include "ir/IR.h"

#include <optional>

namespace treelize::ir {

/// Does no case fall through and is every break the last of its case?
bool isChain(const Switch& s);

/// Such a switch as `if ... else if ... else`, nothing if no case does anything. The selector goes
/// to `out`.
std::optional<Stmt> chainOf(Kernel& kernel, Location at, Switch& s, Block& out);

/// Any other one: which case is entered, as a number, goes to `out`; then every case from there on
/// runs until an exit.
Block fallThrough(Kernel& kernel, Location at, Switch& s, Block& out);

} // namespace treelize::ir
