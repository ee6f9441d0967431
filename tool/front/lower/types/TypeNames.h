// How generated code writes the types and names of the source.
#pragma once

#include "clang/AST/Type.h"

#include <map>
#include <string>

namespace clang {
class ASTContext;
class CXXRecordDecl;
class NamedDecl;
} // namespace clang

namespace treelize::front {

class TypeNames {
public:
  explicit TypeNames(const clang::ASTContext& ast);

  /// With all scopes, and without arguments that are defaults.
  std::string canonical(clang::QualType type) const;
  /// An integer: std::size_t stays std::size_t where the user or the library said so.
  std::string integer(clang::QualType type) const;
  /// With the library's own names for its classes: std::string.
  std::string standardised(std::string spelling) const;
  /// `app::Color::red`
  std::string qualified(const clang::NamedDecl* decl) const;
  /// The same as code in a kernel writes it: a local of that name must not hide `::rate`.
  std::string inCode(const clang::NamedDecl* decl) const;
  /// The comparison, or the hash, of a map where it is not the usual one: `, std::greater<int>`.
  std::string orderOf(const clang::CXXRecordDecl* map) const;

private:
  const clang::ASTContext& ast_;
  std::map<std::string, std::string> standardNames_; // by what they stand for
};

} // namespace treelize::front
