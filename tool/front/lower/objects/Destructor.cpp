// Destructors: which of them do something.
#include "front/lower/objects/Objects.h"

#include "clang/AST/DeclTemplate.h"

#include <algorithm>

namespace treelize::front {

using namespace clang;

namespace {

/// `delete[] data;` of a member: the block dies with the object anyway.
bool isRelease(const Stmt* stmt) {
  const auto* release = dyn_cast<CXXDeleteExpr>(stmt);
  return release && !release->getDestroyedType().isNull() &&
         !release->getDestroyedType()->isRecordType() &&
         isa<MemberExpr>(release->getArgument()->IgnoreParenImpCasts());
}

bool hasEffect(const CXXRecordDecl* record) {
  const CXXDestructorDecl* destructor = record->getDestructor();
  const FunctionDecl* definition = destructor;
  if (!destructor || !destructor->isUserProvided())
    return false;
  const auto* body =
      destructor->hasBody(definition) ? dyn_cast<CompoundStmt>(definition->getBody()) : nullptr;
  return !body || !std::ranges::all_of(body->body(), isRelease);
}

const CXXRecordDecl* partWithEffect(const CXXRecordDecl* record,
                                    std::set<const CXXRecordDecl*>& seen);

/// The class, or a part of it, whose destructor does something; null if there is none.
const CXXRecordDecl* destroyedWithEffect(QualType type, std::set<const CXXRecordDecl*>& seen) {
  const CXXRecordDecl* record = type->getBaseElementTypeUnsafe()->getAsCXXRecordDecl();
  if (!record || !record->hasDefinition() || record->isLambda() ||
      libraryOf(record) == Library::field || libraryOf(record) == Library::matrix ||
      !seen.insert(record->getDefinition()).second)
    return nullptr;
  record = record->getDefinition();
  if (record->isInStdNamespace()) {
    const auto* special = dyn_cast<ClassTemplateSpecializationDecl>(record);
    for (const TemplateArgument& argument :
         special ? special->getTemplateArgs().asArray() : ArrayRef<TemplateArgument>())
      if (argument.getKind() == TemplateArgument::Type && !argument.getAsType()->isPointerType())
        if (const CXXRecordDecl* found = destroyedWithEffect(argument.getAsType(), seen))
          return found;
    return nullptr;
  }
  return hasEffect(record) ? record : partWithEffect(record, seen);
}

const CXXRecordDecl* partWithEffect(const CXXRecordDecl* record,
                                    std::set<const CXXRecordDecl*>& seen) {
  for (const CXXBaseSpecifier& base : record->bases())
    if (const CXXRecordDecl* found = destroyedWithEffect(base.getType(), seen))
      return found;
  for (const FieldDecl* field : record->fields())
    if (const CXXRecordDecl* found = destroyedWithEffect(field->getType(), seen))
      return found;
  return nullptr;
}

} // namespace

bool endsWithCall(QualType type) {
  const CXXRecordDecl* record = type->getAsCXXRecordDecl();
  std::set<const CXXRecordDecl*> seen;
  return record && record->hasDefinition() && !record->isInStdNamespace() &&
         libraryOf(record) == Library::none && !record->isLambda() &&
         hasEffect(record->getDefinition()) && !partWithEffect(record->getDefinition(), seen);
}

void refuseDestructor(Lowering& l, QualType type, SourceLocation where) {
  std::set<const CXXRecordDecl*> seen;
  const CXXRecordDecl* record = type->isReferenceType() ? nullptr : destroyedWithEffect(type, seen);
  if (record)
    l.notYet(where,
             "an object of the class '" + l.types.qualifiedName(record) +
                 "', whose destructor does something,",
             "declare it as a variable of a block, or call a method instead");
}

} // namespace treelize::front
