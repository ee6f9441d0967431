#include "front/lower/types/UnknownClass.h"

#include "front/lower/types/LibraryTypes.h"
#include "front/lower/types/Members.h"

#include "clang/AST/DeclCXX.h"

#include <set>

namespace treelize::front {

using namespace clang;

namespace {

/// Has a base a member of the same name?
bool hidesMember(const CXXRecordDecl* record, std::set<std::string>& names) {
  for (const CXXBaseSpecifier& base : record->bases())
    if (const CXXRecordDecl* of = base.getType()->getAsCXXRecordDecl();
        of && of->hasDefinition() && hidesMember(of->getDefinition(), names))
      return true;
  for (const FieldDecl* field : namesOf(record))
    if (!field->getNameAsString().empty() && !names.insert(field->getNameAsString()).second)
      return true;
  return false;
}

} // namespace

std::optional<UnknownClass> unknownClass(QualType type) {
  const CXXRecordDecl* record = type.getNonReferenceType()->getAsCXXRecordDecl();
  if (!record || !record->hasDefinition())
    return std::nullopt;
  record = record->getDefinition();
  while (record->isAnonymousStructOrUnion() && isa<CXXRecordDecl>(record->getParent()))
    record = cast<CXXRecordDecl>(record->getParent());
  const std::string name = "'" + record->getQualifiedNameAsString() + "'";
  if (isStdClass(type, "weak_ptr"))
    return UnknownClass{"a std::weak_ptr, which asks whether its object is still there,",
                        "use a plain pointer to an object that outlives it"};
  if (libraryOf(record) != Library::none)
    return std::nullopt;
  std::set<std::string> names;
  if (record->getNumVBases() > 0)
    return UnknownClass{"an object of class " + name + ", which has a virtual base,",
                        "derive without 'virtual', or hold what is shared as a member"};
  if (record->isUnion())
    return UnknownClass{"an object of the union " + name, "use a struct, or std::variant"};
  if (const auto unlike = unlikeNames(record))
    return UnknownClass{"an object of class " + name + ", in which '" + unlike->first + "' and '" +
                            unlike->second +
                            "' share memory without being names of the same numbers,",
                        "use a member for each, or std::variant"};
  if (hidesMember(record, names))
    return UnknownClass{"an object of class " + name + ", in which two members have one name,",
                        "give the member of one of the classes another name"};
  return std::nullopt;
}

} // namespace treelize::front
