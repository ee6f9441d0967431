// Independence: may the iterations of a loop run in any order?
#pragma once

#include "ir/IR.h"

namespace treelize::analysis {

/// All the code does to the outside is adding to places that it does not otherwise read. It may use the tape.
bool onlyAdds(const ir::Block& code);

/// True when the body only adds and touches no tape. The order of such sums is the generator's to choose, and forwards streams best.
bool isOrderFree(const ir::Block& body);

} // namespace treelize::analysis
