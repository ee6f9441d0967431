// Tables that the first call of a function fills, and leaves to all later ones:
// `static bool ready = false; if (!ready) { fill table; ready = true; }`.
#pragma once

#include "ir/IR.h"

#include <cstdint>
#include <map>
#include <set>

namespace treelize::analysis {

/// The branches that fill some of the variables that outlive the kernel, and set the flag. What
/// such a branch makes depends on nothing but constants, and it alone writes it: a kernel that
/// begins with the flags as the program does makes the same. The kernel is one of the structured
/// dialect; `constants` declares what it has besides.
std::set<const ir::Stmt*> findFilledOnce(const ir::Kernel& kernel, const ir::Block& constants,
                                         const std::set<ir::VarId>& lasting,
                                         const std::map<ir::VarId, std::int64_t>& flags);

} // namespace treelize::analysis
