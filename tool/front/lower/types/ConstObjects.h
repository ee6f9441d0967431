// What of a const object may change all the same.
#pragma once

#include "clang/AST/Type.h"

namespace treelize::front {

/// Does it hold pointers, spans or references through which others may be written?
bool leadsToWritable(clang::QualType type);
/// Has it, or a part of it, a member that is mutable, and that everybody may write?
bool hasMutableMember(clang::QualType type);

} // namespace treelize::front
