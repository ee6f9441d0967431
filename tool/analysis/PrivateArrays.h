// Arrays that the iterations of a loop share as scratch space only: each iteration reads of the array
// what it has written itself, and nobody else looks at it.
#pragma once

#include "ir/IR.h"

#include <map>
#include <set>

namespace treelize::analysis {

/// By the body of the innermost loop whose iterations an array belongs to, with its size: local
/// vectors and arrays of numbers whose size never changes.
using PrivateArrays = std::map<const ir::Block*, std::map<ir::VarId, ir::ExprRef>>;

PrivateArrays findPrivateArrays(const ir::Kernel& kernel);

/// Is the statement a loop that sets every element of the array, each before it is read?
bool fillsArray(const ir::Stmt& stmt, ir::VarId array, const ir::Expr& size);

/// Those of a loop's body and of the loops inside it.
std::set<ir::VarId> privateArraysIn(const PrivateArrays& arrays, const ir::Block& body);

} // namespace treelize::analysis
