// Which containers of the caller's a kernel gives another length.
#pragma once

#include "ir/IR.h"

#include <set>

namespace treelize::analysis {

/// The parameters and members of which some vector may have another length at the end than it has
/// at the beginning.
std::set<ir::VarId> resizedByKernel(const ir::Kernel& kernel);

} // namespace treelize::analysis
