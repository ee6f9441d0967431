// The classes of a program that derive from another one.
#pragma once

#include "clang/Basic/SourceLocation.h"

#include <vector>

namespace clang {
class ASTContext;
class CXXRecordDecl;
} // namespace clang

namespace treelize::front {

/// Those that an object of the class may have, itself included, in the order of the source: they
/// are not abstract, stand before `before`, have no virtual bases, and other code can name them.
std::vector<const clang::CXXRecordDecl*> concreteClasses(const clang::CXXRecordDecl* base,
                                                         const clang::ASTContext& ast,
                                                         clang::SourceLocation before);

} // namespace treelize::front
