// What the exits of the raw dialect do: return, break, continue and a throw that the kernel
// catches.
#pragma once

#include "ir/IR.h"

namespace treelize::ir {

/// Is the last statement the only return?
bool isStraight(const Block& body);

/// Does control never fall off the end?
bool alwaysLeaves(const Block& block);

/// Out of the call around the statement, by a return or a throw.
bool mayReturn(const Stmt& stmt);

/// Out of the loop or switch around the statement.
bool mayBreak(const Stmt& stmt);

/// Does the body of a loop hold no break and no continue of that loop's?
bool isOnce(const Block& body);

} // namespace treelize::ir
