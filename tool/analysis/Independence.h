// Independence: may the iterations of a loop run in any order?
#pragma once

#include "ir/IR.h"

namespace treelize::analysis {

/// True when the body touches no tape and all it does to the outside is adding to places that it does
/// not otherwise read. The order of such sums is the generator's to choose, and forwards streams best.
bool isOrderFree(const ir::Block& body);

} // namespace treelize::analysis
