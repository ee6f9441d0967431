// A sum that an element of memory holds is carried through an innermost loop in a local: the next
// iteration need not wait until what this one stores can be read again. It is stored each time
// where the loop reads what may be the same element, else once, and is added up in the source's
// order.
#pragma once

#include "ir/IR.h"

namespace treelize::grad {

void carrySums(ir::Kernel& derived);

} // namespace treelize::grad
