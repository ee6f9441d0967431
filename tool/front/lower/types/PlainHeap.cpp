#include "front/lower/types/PlainHeap.h"

#include "front/lower/passive/Passive.h"
#include "front/lower/types/Members.h"
#include "front/lower/types/Specialization.h"

#include <algorithm>

namespace treelize::front {

using namespace clang;

namespace {

/// A class of a function, or one that is not for everybody.
bool isHidden(const CXXRecordDecl* record) {
  for (const Decl* part = record; part && !isa<TranslationUnitDecl>(part);
       part = cast<Decl>(part->getDeclContext()))
    if (part->getAccess() == AS_private || part->getAccess() == AS_protected ||
        isa<FunctionDecl>(part))
      return true;
  return false;
}

bool isNamed(const CXXRecordDecl* record) {
  return record->getIdentifier() && !record->isLambda() && !isHidden(record);
}

bool isOrdinary(QualType element);

bool isOrdinaryClass(const CXXRecordDecl* record) {
  if (!isNamed(record) || !record->isTriviallyCopyable() || !record->hasDefaultConstructor())
    return false;
  return record->getNumBases() == 0 &&
         std::ranges::all_of(ownMembers(record), [](const FieldDecl* field) {
           return !field->getType().isConstQualified() && isOrdinary(field->getType());
         });
}

/// A number, and what consists of numbers alone.
bool isOrdinary(QualType element) {
  if (const auto* array = element->getAsArrayTypeUnsafe())
    return isOrdinary(array->getElementType());
  if (element->isArithmeticType() || element->isEnumeralType())
    return true;
  const CXXRecordDecl* record = element->getAsCXXRecordDecl();
  if (!record || !record->hasDefinition())
    return false;
  const auto* special = specializationOf(record);
  if (!special || !record->isInStdNamespace())
    return isOrdinaryClass(record->getDefinition());
  const auto isOrdinaryPart = [](const TemplateArgument& part) {
    return part.getKind() != TemplateArgument::Type || isOrdinary(part.getAsType());
  };
  return llvm::is_contained({"pair", "tuple", "array", "complex"}, record->getName()) &&
         std::ranges::all_of(
             special->getTemplateArgs().asArray(), [&](const TemplateArgument& part) {
               return part.getKind() == TemplateArgument::Pack
                          ? std::ranges::all_of(part.pack_elements(), isOrdinaryPart)
                          : isOrdinaryPart(part);
             });
}

/// One that needs no object to compare.
bool isStateless(QualType comparison) {
  const CXXRecordDecl* record = comparison->getAsCXXRecordDecl();
  return record && record->hasDefinition() && isNamed(record) && record->isEmpty() &&
         record->hasDefaultConstructor();
}

} // namespace

bool isPlainHeap(const CXXRecordDecl* record) {
  const auto* special = specializationOf(record);
  if (!special || !record->isInStdNamespace() || record->getName() != "priority_queue")
    return false;
  const CXXRecordDecl* sequence = typeArgument(record, 1)->getAsCXXRecordDecl();
  return sequence && sequence->getIdentifier() && sequence->getName() == "vector" &&
         (!isStateless(typeArgument(record, 2)) ||
          (mayHoldReal(typeArgument(record, 0)) && !isOrdinary(typeArgument(record, 0))));
}

} // namespace treelize::front
