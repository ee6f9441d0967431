#pragma once

namespace clang {
class Decl;
class QualType;
} // namespace clang

namespace treelize::front {

/// Does the name hold an explicit specialisation of the user's? Its arguments are printed as they
/// are written there, without their scopes, unless one insists.
bool namesSpecialization(const clang::Decl* decl);
bool namesSpecialization(clang::QualType type);

} // namespace treelize::front
