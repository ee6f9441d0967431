// The arguments of a class template that a type is made of.
#pragma once

#include "clang/AST/DeclTemplate.h"
#include "clang/AST/Type.h"

#include <cstdint>
#include <vector>

namespace treelize::front {

/// A template argument of class type, `Settings{3, 0.5}`.
bool isObject(const clang::TemplateArgument& argument);

/// The specialisation that a type, or what it refers to, is; null for any other type.
const clang::ClassTemplateSpecializationDecl* specializationOf(clang::QualType type);
/// The same of a class.
const clang::ClassTemplateSpecializationDecl* specializationOf(const clang::CXXRecordDecl* record);

/// These ask for an argument that a specialisation of that template has, and of that kind.
clang::QualType typeArgument(const clang::CXXRecordDecl* record, unsigned index);
/// The largest std::size_t is -1, as in std::span<T>.
std::int64_t integerArgument(const clang::CXXRecordDecl* record, unsigned index);
/// The types of std::tuple<...>.
std::vector<clang::QualType> packArgument(const clang::CXXRecordDecl* record);

} // namespace treelize::front
