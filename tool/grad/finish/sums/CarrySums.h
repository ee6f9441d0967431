// A sum that an element of memory holds is carried through an innermost loop in a local: the next
// iteration need not wait until what this one stores can be read again. It is stored each time
// where the loop reads what may be the same element by another index, else once, and is added up in
// the source's order. Where the element is set before the loop, the local is set instead.
#pragma once

#include "ir/IR.h"

#include <vector>

namespace treelize::grad {

/// A local, and the variable of which it holds an element.
struct CarriedSum {
  ir::VarId local, of;
};

enum class Carried {
  All,
  OfPrimal, // those of an adjoint are summed apart instead, from zero (see Reductions)
  StoredOnce, // where the element is stored once, and is there without a question
};

/// Returns the locals.
std::vector<CarriedSum> carrySums(ir::Kernel& kernel, Carried which);

} // namespace treelize::grad
