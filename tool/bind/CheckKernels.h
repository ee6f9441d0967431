// What only shows when a kernel is both read and lowered, or beside another kernel.
#pragma once

#include "bind/KernelModel.h"
#include "ir/IR.h"

namespace treelize {
class DiagnosticSink;
}

namespace treelize::bind {

/// Warns of a kernel that has nothing to differentiate, or nothing to differentiate by.
void checkDerivative(const KernelModel& model, const ir::Kernel& primal, DiagnosticSink& sink);

/// Every member that the body uses can be reached from outside of the class.
void checkMembers(const KernelModel& model, const ir::Kernel& primal, DiagnosticSink& sink);

/// Kernels of one name are overloads of one object: their parameters differ.
void checkDifferent(const KernelModel& earlier, const KernelModel& later, DiagnosticSink& sink);

} // namespace treelize::bind
