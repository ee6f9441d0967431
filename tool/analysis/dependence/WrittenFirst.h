// Does an iteration of a loop read of an array only what it has written before?
//
// What is written is a list of intervals whose ends are polynomials in the numbers that the
// iteration leaves alone and in the counters of its loops. A loop that writes one interval after
// the other has written all of them when it ends, and those before the present one while it runs.
#pragma once

#include "analysis/dependence/IndexReader.h"

namespace treelize::analysis {

/// See Dependences. The reader is in an iteration of the loop.
bool isWrittenFirst(IndexReader indices, const ir::Stmt& loop, ir::VarId array,
                    const ir::Expr& size);

} // namespace treelize::analysis
