// Objects as their members: what passes know of numbers then holds of members as well.
#pragma once

#include "ir/IR.h"

namespace treelize::ir {

/// A local object that is only used member by member, or copied, becomes a local for each member.
/// One that goes anywhere as a whole, into a container or to a function that stays a call, is left.
void splitObjects(Kernel& kernel);

/// The same of the runtime's models (treelize/detail/tape_model.hpp) alone, of whose members the
/// program has none.
void splitModels(Kernel& kernel);

} // namespace treelize::ir
