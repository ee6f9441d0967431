// What a loop reads whenever it runs, and what is there though it may not run.
#pragma once

#include "ir/IR.h"

#include <functional>
#include <span>

namespace treelize::grad {

/// An assignment or a declaration.
bool isStraight(const ir::Stmt& stmt);

/// The operands that are computed whenever the expression is.
void forEachSureOperand(const ir::Expr& e, const std::function<void(const ir::Expr&)>& fn);

/// Every place that is read whenever the expression is computed, and so is there.
void forEachSureRead(const ir::Expr& e, const std::function<void(const ir::Place&)>& fn);

/// Does the statement read or write the place whenever it runs to its end? Then it exists.
bool surelyTouches(const ir::Stmt& stmt, const ir::Place& place);

/// Is the element read or written next to a loop, whether or not that runs? Then it exists.
bool isThereAnyway(const ir::Kernel& kernel, const ir::Place& place,
                   std::span<const ir::Stmt> before, std::span<const ir::Stmt> after);

} // namespace treelize::grad
