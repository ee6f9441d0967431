// A whole number that is written again and again, but always with the same value, is that value:
// the sizes of objects that are swapped, say. So is one that is zero once and for all: the front
// counts the elements of a view from its first one.
#pragma once

#include "ir/IR.h"

namespace treelize::ir {

/// Locals of the structured dialect whose values are all one parameter that stays as it is, one
/// literal, or each other.
void replaceSteadyNumbers(Kernel& kernel);

} // namespace treelize::ir
