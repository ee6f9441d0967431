// What one run of a block overwrites goes to the tape in one piece, at its end, with the locals
// that end there: one test for room instead of one for each value.
#pragma once

#include "grad/plan/StoragePlan.h"

#include <span>
#include <vector>

namespace treelize::grad {

/// The blocks that save several numbers. Those that run once per call are left to SaveInLocals,
/// unless they are a function's, whose sweeps share nothing but the tape.
RecordPlan findRecords(const ir::Kernel& kernel, const StoragePlan& plan, bool isFunction);

/// What goes to the tape at the end of a block: the local that one sweep pushes and the one that
/// the other pops.
struct SavedLocal {
  ir::VarId pushed, popped;
};

/// In the order of the pushes; numbers and pointers that follow one another share a record.
std::vector<std::vector<SavedLocal>> recordsOf(const ir::Kernel& kernel,
                                               std::span<const SavedLocal> saved, bool isRecorded);

} // namespace treelize::grad
