// What of a const object may change all the same.
#pragma once

#include "clang/AST/Type.h"

namespace treelize::front {

/// Does it hold pointers, spans or references through which others may be written?
bool leadsToWritable(clang::QualType type);
/// Has it, or a part of it, a member that is mutable? (A field's storage is its own affair.)
bool hasMutableMember(clang::QualType type);
/// One that everybody may write?
bool hasPublicMutableMember(clang::QualType type);

} // namespace treelize::front
