// What a derived kernel does with the memory of its caller: the facts behind its run-time checks.
//
// The analyses take parameters, members and shadows as distinct. That matters where one of two is
// written, or one is read and the other added to: generated code checks just these pairs.
#pragma once

#include "ir/IR.h"

#include <vector>

namespace treelize::analysis {

enum class Access { Read, Added, Written };

struct SharedMemory {
  ir::VarId var; // of the derived kernel
  Access access;
};

/// The variables by which the kernel or its derivative reaches memory of the caller, the shadows
/// last. Empty if no two of them would matter.
std::vector<SharedMemory> sharedMemory(const ir::Kernel& primal, const ir::Kernel& derived);

} // namespace treelize::analysis
