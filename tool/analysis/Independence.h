// Independence: may the iterations of a loop run in any order?
#pragma once

#include "analysis/Origins.h"
#include "ir/IR.h"

#include <functional>
#include <set>

namespace treelize::analysis {

/// All the code does to variables that are not its own is adding to places that it does not
/// otherwise read. It may use the tape.
bool onlyAdds(const ir::Block& code, const std::set<ir::VarId>& own);

/// The arrays of which each iteration of a counted loop touches elements of its own, and that do
/// not change their size.
std::set<ir::VarId> arraysByElement(const ir::Kernel& kernel, const ir::For& loop);

using Apartness = std::function<bool(const ir::Place&, const ir::Place&)>;

/// May the iterations of a counted loop run in any order? Each works on elements of its own, or
/// adds to what none of them reads: to adjoints, as the order of such sums is the generator's to
/// choose. Nothing touches the tape. `areApart` knows of other places in its body that never meet.
bool isOrderFree(const ir::Kernel& kernel, const ir::For& loop, const Apartness& areApart);

/// May each iteration run its statements from `split` on before the next one begins, where all
/// iterations ran the first part before any ran the second?
bool mayMerge(const ir::Kernel& kernel, const ir::For& merged, std::size_t split,
              const Origins& origins);

/// Does no iteration of a counted loop write what another one reads or writes, sums included but
/// for those of `ownSums`? Nothing touches the tape.
bool areIterationsApart(const ir::Kernel& kernel, const ir::For& loop, const Origins& origins,
                        const Apartness& areApart, const std::set<ir::VarId>& ownSums = {});

} // namespace treelize::analysis
