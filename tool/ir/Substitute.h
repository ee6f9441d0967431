// One variable in the place of another, and copies of code that have variables of their own.
#pragma once

#include "ir/IR.h"

#include <functional>

namespace treelize::ir {

/// Calls fn with every place that the statements read or write, to change it; declarations keep
/// their variable.
void changePlaces(Block& block, const std::function<void(Place&)>& fn);

/// Puts in the place of each statement what fn gives out for it, inner blocks first.
void replaceEach(Block& block, const std::function<void(Stmt& stmt, Block& out)>& fn);

/// In all statements, read and written; declarations keep their variable.
void replaceVariable(Block& block, VarId from, VarId to);
void replaceVariable(Stmt& stmt, VarId from, VarId to);

/// The value of an element, as it is written, by another one; what writes it keeps it.
void replaceReads(Block& body, const Place& element, const ExprRef& by);

/// A number in the place of the size of a variable.
void replaceSize(Stmt& stmt, VarId container, const ExprRef& length);

/// A variable of its own for a part of an object, at the end of a path of fields.
void replacePart(Block& block, const Place& part, VarId to);

/// A copy of the block in which new variables stand for those that it declares, counters included.
Block withOwnLocals(Kernel& kernel, const Block& block);

} // namespace treelize::ir
