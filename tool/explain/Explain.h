// What was decided for a kernel, as the report tells it.
#pragma once

#include "explain/Report.h"
#include "grad/plan/Decisions.h"
#include "ir/IR.h"

#include <functional>
#include <string>

namespace treelize::explain {

/// `place` says where a location is, as `file:line`.
KernelReport explain(const std::string& name, const grad::Decisions& decisions,
                     const ir::Kernel& adjoint, const std::function<std::string(Location)>& place);

/// Why a value is kept for the reverse sweep.
std::string reasonOf(const grad::Kept& kept, const std::function<std::string(Location)>& place);

} // namespace treelize::explain
