// Clang's types -> the kernel language's types.
//
// One model per run: a type is built once and shared. The standard containers are known by name;
// any other class is a record of its data members, those of its bases first. What cannot be said in
// the kernel language is Opaque: it may be passed along as a constant and nothing else.
#pragma once

#include "front/lower/types/TypeNames.h"
#include "ir/Type.h"

#include "clang/AST/Type.h"

#include <functional>
#include <map>
#include <string>
#include <vector>

namespace clang {
class ASTContext;
class CXXRecordDecl;
class Decl;
class FieldDecl;
class NamedDecl;
} // namespace clang

namespace treelize::front {

class TypeModel {
public:
  /// `isNondiff` says whether a field is a constant for differentiation, `isLeftOut` whether only
  /// the `wrt` of a kernel makes it one.
  TypeModel(
      const clang::ASTContext& ast, std::function<bool(const clang::Decl*)> isNondiff,
      std::function<bool(const clang::Decl*)> isLeftOut = [](const clang::Decl*) { return false; });

  /// The type of a value: const and references do not count.
  ir::TypeRef of(clang::QualType type);

  /// The type of a local: a map of real numbers is one of slots there. Any other type is itself.
  ir::TypeRef ofLocal(const ir::TypeRef& type) const;
  /// The type of the keys of a map of the caller's.
  ir::TypeRef keyOf(const ir::Type& map) const { return keys_.at(map.spelling); }

  /// The class that a record was built from; null for any other type.
  const clang::CXXRecordDecl* classOf(const ir::Type& type) const;

  /// std::ptrdiff_t, the type of an offset.
  const ir::TypeRef& offsetType() const { return offset_; }

  /// `app::Color::red`
  const TypeNames& names() const { return names_; }
  std::string qualifiedName(const clang::NamedDecl* decl) const { return names_.qualified(decl); }

  /// The same as code in a kernel writes it: a local of that name must not hide `::rate`.
  std::string nameInCode(const clang::NamedDecl* decl) const { return names_.inCode(decl); }

  /// How generated code reaches a member.
  ir::Accessor accessorOf(const clang::FieldDecl* field) const;

private:
  ir::TypeRef build(clang::QualType type);
  ir::TypeRef buildBuiltin(clang::QualType type);
  ir::TypeRef buildPointer(clang::QualType type);
  ir::TypeRef buildArray(clang::QualType type, const clang::ConstantArrayType* array);
  ir::TypeRef buildClass(clang::QualType type, const clang::CXXRecordDecl* record);
  ir::TypeRef buildPassive(clang::QualType type, const clang::CXXRecordDecl* record);
  ir::TypeRef buildRecord(clang::QualType type, const clang::CXXRecordDecl* record);
  bool addFields(ir::Type& type, const clang::CXXRecordDecl* record);
  std::string slotsSpelling(clang::QualType type);

  const clang::ASTContext& ast_;
  TypeNames names_;
  std::function<bool(const clang::Decl*)> isNondiff_, isLeftOut_;
  std::map<const void*, ir::TypeRef> cache_;                   // for look-ups only, never iterated
  std::map<std::string, const clang::CXXRecordDecl*> classes_; // by spelling
  ir::TypeRef offset_;
  std::map<std::string, ir::TypeRef> slots_; // of maps, by their spelling
  std::map<std::string, ir::TypeRef> keys_;  // likewise
};

} // namespace treelize::front
