#pragma once

#include "ir/Type.h"

#include "clang/AST/DeclCXX.h"
#include "clang/AST/Type.h"

namespace treelize::front {

class TypeModel;

/// A vector of the compiler whose elements are float or double?
bool isVector(clang::QualType type);
/// A container of such vectors, which are no arrays there?
bool holdsVectors(const clang::CXXRecordDecl* record);
/// The array of its elements, std::array<double, 2>.
ir::TypeRef vectorType(TypeModel& types, const clang::VectorType* vector);

} // namespace treelize::front
