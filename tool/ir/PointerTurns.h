// Pointers that take turns at arrays, each at one of them: `std::swap(now, next)` of two buffers.
//
// The front lowers such a pointer to the number of its array, so that whatever is read or written
// through it chooses between the arrays. Where nobody else names them, it does not matter which of
// them is which: they are exchanged in the pointers' place, and each pointer is the array that it
// leads to at first.
#pragma once

#include "ir/IR.h"
#include "ir/PointerTeams.h"

#include <vector>

namespace treelize::ir {

void exchangeArraysInTurn(Kernel& kernel);

/// The same for one team that is complete in the block, each of whose pointers has a variable that
/// stands for the array that it leads to. Does nothing, and says so, where the block names an array
/// itself behind the first turn.
bool exchangeArrays(Kernel& kernel, Block& block, const PointerTeam& team,
                    const std::vector<VarId>& led);

} // namespace treelize::ir
