// What only shows when a kernel is both read and lowered, or when all kernels are known.
#pragma once

#include "bind/KernelModel.h"
#include "ir/IR.h"

#include <vector>

namespace treelize {
class DiagnosticSink;
}

namespace treelize::bind {

/// Every member that the body uses can be reached from outside of the class.
void checkMembers(const KernelModel& model, const ir::Kernel& primal, DiagnosticSink& sink);

/// One name is one object: no two kernels of it with the same parameters.
void checkOverloads(const std::vector<const KernelModel*>& models, DiagnosticSink& sink);

} // namespace treelize::bind
