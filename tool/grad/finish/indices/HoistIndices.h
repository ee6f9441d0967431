// Where an index is a longer sum of a loop's counter and of what the loop leaves alone, the latter
// is summed before the loop, in a type in which nothing overflows: compilers vectorise `offset + j`
// without looking for overflows first.
#pragma once

#include "ir/IR.h"

namespace treelize::grad {

void hoistIndices(ir::Kernel& kernel);

} // namespace treelize::grad
