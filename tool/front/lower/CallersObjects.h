// Objects that the caller made, of which the kernel knows a base class: what a derived class adds
// is a part of the object, reached by a cast. It is looked at where the object is known to be of
// that class.
#pragma once

#include "ir/DerivedParts.h"
#include "ir/IR.h"

#include "clang/AST/Type.h"
#include "clang/Basic/SourceLocation.h"

#include <optional>

namespace clang {
class ASTContext;
class CXXRecordDecl;
} // namespace clang

namespace treelize::front {

class TypeModel;

/// The type of a kernel's parameter: a reference or a pointer to such an object, or a container of
/// smart pointers to some, if the classes that derive from it are known before the kernel.
ir::TypeRef callersType(TypeModel& types, const clang::ASTContext& ast, clang::QualType type,
                        clang::SourceLocation before);

/// The object as one of the class.
ir::Place asDerived(TypeModel& types, const ir::Place& object, clang::QualType derived);

/// The object that this is a part of, if it is such a part.
std::optional<ir::Place> wholeOfPart(const ir::Kernel& kernel, const ir::Place& part);

} // namespace treelize::front
