// What a bit-field holds of the number that is assigned to it: as many of its bits as the field is
// wide. The kernel language has no such type, so the number is cut before the step that stores it.
#pragma once

#include "ir/IR.h"

namespace treelize::front {

/// A step that writes a bit-field stores what the field holds.
void cutToWidth(ir::Stmt& step);

} // namespace treelize::front
