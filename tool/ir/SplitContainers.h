// A structure of arrays in the place of an array of structures: what passes know of arrays of
// numbers then holds of the members of a container's objects as well.
#pragma once

#include "ir/IR.h"

namespace treelize::ir {

/// A local vector or array of objects, or of such containers, becomes one for each member, where
/// its objects are only used member by member, or copied.
void splitContainers(Kernel& kernel);

} // namespace treelize::ir
