// What is there whenever a variable is, and what the program has to ask for first.
//
// An element may lie beyond the end of its container, an optional may be empty, an object of
// another class, a smart pointer null, a key missing. The program reads such a place where it knows
// that it is there: behind a question, a bound, in a loop that runs. A pass that evaluates
// something where the program does not (before a loop, in front of a branch, after a loop that may
// not have run) asks here.
#pragma once

#include "ir/IR.h"

#include <functional>

namespace treelize::ir {

/// Is the member there under a condition only: the value of an optional, the object behind a smart
/// pointer, what a derived class adds?
bool isConditional(const RecordField& field);

/// Does `fn` hold for a step of the place's path? It gets the type that the step leads on from,
/// null where that is not known, and the field, null for an index.
bool anyStep(const Kernel& kernel, const Place& place,
             const std::function<bool(const Type*, const RecordField*)>& fn);

/// Does the place exist whenever its variable does?
bool isAlwaysThere(const Kernel& kernel, const Place& place);

/// The same of all that the expression reads.
bool isAlwaysThere(const Kernel& kernel, const Expr& expr);

/// Does the path of the place enter a conditional member?
bool isInConditional(const Kernel& kernel, const Place& place);

} // namespace treelize::ir
