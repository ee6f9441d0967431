#include "front/lower/types/ConstObjects.h"

#include "front/lower/types/LibraryTypes.h"
#include "front/lower/types/Specialization.h"

#include <algorithm>
#include <functional>
#include <set>

namespace treelize::front {

using namespace clang;

namespace {

using Test = std::function<bool(QualType)>;

/// The type, or that of a part of its objects. `seen` ends the way of a class that points at
/// itself.
bool hasPart(QualType type, const Test& isWanted, const std::function<bool(const FieldDecl*)>& has,
             std::set<const CXXRecordDecl*>& seen) {
  type = type.getNonReferenceType();
  while (type->isArrayType())
    type = QualType(type->getArrayElementTypeNoTypeQual(), 0);
  if (isWanted(type))
    return true;
  const CXXRecordDecl* record = type->getAsCXXRecordDecl();
  if (!record || !record->hasDefinition() || libraryOf(record) == Library::field ||
      !seen.insert(record->getCanonicalDecl()).second)
    return false;
  const auto inPart = [&](QualType part) { return hasPart(part, isWanted, has, seen); };
  if (const auto* special = specializationOf(record); special && record->isInStdNamespace()) {
    const auto inArgument = [&](const TemplateArgument& argument) {
      return argument.getKind() == TemplateArgument::Type && inPart(argument.getAsType());
    };
    return std::ranges::any_of(
        special->getTemplateArgs().asArray(), [&](const TemplateArgument& argument) {
          return argument.getKind() == TemplateArgument::Pack
                     ? std::ranges::any_of(argument.pack_elements(), inArgument)
                     : inArgument(argument);
        });
  }
  record = record->getDefinition();
  return std::ranges::any_of(record->bases(),
                             [&](const auto& base) { return inPart(base.getType()); }) ||
         std::ranges::any_of(record->fields(), [&](const FieldDecl* field) {
           return has(field) || inPart(field->getType());
         });
}

bool hasField(QualType type, const std::function<bool(const FieldDecl*)>& has) {
  std::set<const CXXRecordDecl*> seen;
  return hasPart(type, [](QualType) { return false; }, has, seen);
}

} // namespace

bool leadsToWritable(QualType type) {
  const auto isOpen = [](QualType part) {
    const bool isOwning = isOwner(part) || libraryOf(part) == Library::span;
    if (!part->isPointerType() && !isOwning)
      return false;
    const QualType pointee = isOwning ? elementOfVector(part) : part->getPointeeType();
    return !pointee.isConstQualified() && !pointee->isFunctionType();
  };
  std::set<const CXXRecordDecl*> seen;
  return hasPart(
      type, isOpen,
      [](const FieldDecl* field) {
        return field->getType()->isReferenceType() &&
               !field->getType()->getPointeeType().isConstQualified();
      },
      seen);
}

bool hasMutableMember(QualType type) {
  return hasField(type, [](const FieldDecl* field) { return field->isMutable(); });
}

bool hasPublicMutableMember(QualType type) {
  return hasField(type, [](const FieldDecl* field) {
    return field->isMutable() && (field->getAccess() == AS_public || field->getAccess() == AS_none);
  });
}

} // namespace treelize::front
