// The storage plan in words, beside the statements that it is about (for --dump-after).
#pragma once

#include "analysis/Activity.h"
#include "grad/plan/StoragePlan.h"
#include "ir/text/Write.h"

namespace treelize::grad {

ir::Notes notesOf(const ir::Kernel& kernel, const StoragePlan& plan);

/// What writes something that carries a derivative.
ir::Notes notesOf(const ir::Kernel& kernel, const analysis::Activity& activity);

} // namespace treelize::grad
