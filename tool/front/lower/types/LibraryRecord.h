// The classes that are known by name, in the kernel language: std::vector, std::pair,
// treelize::field and their like.
#pragma once

#include "front/lower/types/LibraryTypes.h"
#include "ir/Type.h"

#include <string>

namespace treelize::front {

class TypeModel;

/// By a default constructor of its own, which leaves nothing unset.
bool makesItself(const ir::Type& type);

/// std::pair<first, second>
ir::TypeRef pairType(const ir::TypeRef& first, const ir::TypeRef& second);

/// The class `record`, written `spelling`, which is none of the user's; opaque where the kernel
/// language has nothing for it.
ir::TypeRef libraryRecord(TypeModel& types, const clang::CXXRecordDecl* record,
                          std::string spelling);

} // namespace treelize::front
