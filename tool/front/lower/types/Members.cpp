#include "front/lower/types/Members.h"

#include "front/lower/types/LibraryTypes.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/Expr.h"

#include <algorithm>

namespace treelize::front {

using namespace clang;

namespace {

using Fields = std::vector<const FieldDecl*>;

/// The record of an unnamed struct or union; null for any other member.
const CXXRecordDecl* unnamedPart(const FieldDecl* field) {
  return field->isAnonymousStructOrUnion() ? field->getType()->getAsCXXRecordDecl() : nullptr;
}

/// The member without a name that it lies in; null: it lies in a class.
const FieldDecl* around(const FieldDecl* field) {
  const RecordDecl* record = field->getParent();
  const auto* outer = dyn_cast<RecordDecl>(record->getParent());
  if (!record->isAnonymousStructOrUnion() || !outer)
    return nullptr;
  const auto found = std::find_if(outer->field_begin(), outer->field_end(), [&](auto* other) {
    const CXXRecordDecl* part = unnamedPart(other);
    return part && part->getCanonicalDecl() == record->getCanonicalDecl();
  });
  return found == outer->field_end() ? nullptr : *found;
}

/// In bits, from the begin of the object.
std::uint64_t offsetOf(const FieldDecl* field) {
  const FieldDecl* outer = around(field);
  return field->getASTContext().getFieldOffset(field) + (outer ? offsetOf(outer) : 0);
}

/// An alternative that keeps an optional empty.
bool isDummy(const FieldDecl* field) {
  const CXXRecordDecl* record = field->getType()->getAsCXXRecordDecl();
  return !field->isAnonymousStructOrUnion() &&
         ((record && record->hasDefinition() && record->isEmpty()) ||
          field->getType()->isCharType());
}

/// Two names of a pointer would be two pointers to those that look for what is assigned to it.
bool holdsNumbersOnly(QualType type) {
  if (const auto* array = type->getAsArrayTypeUnsafe())
    return isa<ConstantArrayType>(array) && holdsNumbersOnly(array->getElementType());
  if (libraryOf(type) == Library::array)
    return holdsNumbersOnly(elementOfVector(type));
  const CXXRecordDecl* record = type->getAsCXXRecordDecl();
  if (!record)
    return type->isArithmeticType() || type->isEnumeralType();
  return record->hasDefinition() && libraryOf(record) == Library::none &&
         record->getNumBases() == 0 && record->isTriviallyCopyable() &&
         std::ranges::all_of(record->fields(), [](const FieldDecl* field) {
           return !field->isBitField() && !field->isMutable() &&
                  holdsNumbersOnly(field->getType());
         });
}

/// The way to the part of that type that lies so many bits behind the begin; false: there is none.
bool find(const ASTContext& ast, QualType whole, std::uint64_t offset, QualType wanted,
          std::vector<MemberStep>& way) {
  if (offset == 0 && ast.hasSameType(whole, wanted))
    return true;
  const bool isArray = whole->isConstantArrayType() || libraryOf(whole) == Library::array;
  if (isArray) {
    const QualType element =
        whole->isArrayType() ? ast.getAsArrayType(whole)->getElementType() : elementOfVector(whole);
    const std::uint64_t size = ast.getTypeSize(element);
    if (size == 0 || offset >= ast.getTypeSize(whole))
      return false;
    way.push_back({nullptr, offset / size});
    return find(ast, element, offset % size, wanted, way);
  }
  const CXXRecordDecl* record = whole->getAsCXXRecordDecl();
  if (!record || libraryOf(record) != Library::none)
    return false;
  for (const FieldDecl* member : ownMembers(record->getDefinition())) {
    const std::uint64_t start = offsetOf(member);
    if (offset < start || offset >= start + ast.getTypeSize(member->getType()))
      continue;
    way.push_back({member});
    return find(ast, member->getType(), offset - start, wanted, way);
  }
  return false;
}

/// The way from one of these members.
std::vector<MemberStep> wayFrom(const Fields& members, const FieldDecl* field) {
  const ASTContext& ast = field->getASTContext();
  const std::uint64_t offset = offsetOf(field);
  for (const FieldDecl* member : members) {
    const std::uint64_t start = offsetOf(member);
    std::vector<MemberStep> way = {{member}};
    if (member == field ||
        (!member->isBitField() && !field->isBitField() && offset >= start &&
         find(ast, member->getType(), offset - start, field->getType(), way)))
      return way;
  }
  return {};
}

Fields membersOf(const FieldDecl* field) {
  const CXXRecordDecl* part = unnamedPart(field);
  return part ? ownMembers(part) : Fields{field};
}

Fields namesIn(const FieldDecl* field) {
  const CXXRecordDecl* part = unnamedPart(field);
  return part ? namesOf(part) : Fields{field};
}

/// A name of another alternative that is no part of this one, or says something of its own by an
/// attribute; null: there is none.
const FieldDecl* unlike(const FieldDecl* alternative, const Fields& alternatives) {
  if (alternative->isMutable() && alternatives.size() > 1)
    return alternative;
  const Fields members = membersOf(alternative);
  for (const FieldDecl* other : alternatives)
    for (const FieldDecl* name : other == alternative ? Fields() : namesIn(other))
      if (!holdsNumbersOnly(name->getType()) || name->isMutable() || name->hasAttrs() ||
          wayFrom(members, name).empty())
        return name;
  return nullptr;
}

Fields alternativesOf(const CXXRecordDecl* record) {
  Fields all(record->field_begin(), record->field_end());
  Fields alternatives = all;
  std::erase_if(alternatives, isDummy);
  return alternatives.empty() ? all : alternatives;
}

/// The first alternative of which the others are parts; null: there is none.
const FieldDecl* canonicalOf(const CXXRecordDecl* record) {
  const Fields alternatives = alternativesOf(record);
  const auto found = std::ranges::find_if(
      alternatives, [&](const FieldDecl* each) { return !unlike(each, alternatives); });
  return found == alternatives.end() ? nullptr : *found;
}

void addMembers(const CXXRecordDecl* record, Fields& members) {
  const bool hasLayout = !record->isDependentContext() && !record->isInvalidDecl();
  for (const FieldDecl* field : record->fields()) {
    const CXXRecordDecl* part = hasLayout ? unnamedPart(field) : nullptr;
    const FieldDecl* canonical = part && part->isUnion() ? canonicalOf(part) : nullptr;
    if (canonical)
      std::ranges::copy(membersOf(canonical), std::back_inserter(members));
    else if (part && !part->isUnion())
      addMembers(part, members);
    else
      members.push_back(field);
  }
}

} // namespace

std::vector<const FieldDecl*> ownMembers(const CXXRecordDecl* record) {
  Fields members;
  const bool isPart = record->isUnion() && record->isAnonymousStructOrUnion() &&
                      !record->isDependentContext() && !record->isInvalidDecl();
  if (const FieldDecl* canonical = isPart ? canonicalOf(record) : nullptr)
    return membersOf(canonical);
  addMembers(record, members);
  return members;
}

std::vector<const FieldDecl*> namesOf(const CXXRecordDecl* record) {
  Fields names;
  for (const FieldDecl* field : record->fields())
    std::ranges::copy(namesIn(field), std::back_inserter(names));
  return names;
}

std::vector<MemberStep> canonicalMember(const FieldDecl* field) {
  if (!around(field))
    return {{field}};
  const std::vector<MemberStep> way = wayFrom(ownMembers(ownerOf(field)), field);
  const bool isKnown = !way.empty() && !way.front().member->isAnonymousStructOrUnion();
  return isKnown ? way : std::vector<MemberStep>();
}

bool coverMembers(const std::vector<const FieldDecl*>& names, const CXXRecordDecl* record) {
  std::vector<std::vector<MemberStep>> ways;
  std::ranges::transform(names, std::back_inserter(ways), canonicalMember);
  const auto has = [&](const std::vector<MemberStep>& way) {
    return std::ranges::find(ways, way) != ways.end();
  };
  return std::ranges::all_of(ownMembers(record), [&](const FieldDecl* member) {
    const auto* array = dyn_cast<ConstantArrayType>(member->getType().getTypePtr());
    bool hasAll = array && array->getSize().ult(65);
    for (std::uint64_t i = 0; hasAll && i < array->getSize().getZExtValue(); ++i)
      hasAll = has({{member}, {nullptr, i}});
    return hasAll || has({{member}}) || member->isUnnamedBitField();
  });
}

std::vector<const FieldDecl*> neighboursOf(const FieldDecl* field) {
  const ASTContext& ast = field->getASTContext();
  Fields run = {field};
  if (field->getType()->isReferenceType() || field->isBitField())
    return run;
  std::uint64_t end = offsetOf(field);
  for (const FieldDecl* member : ownMembers(ownerOf(field))) { // in the order of the layout
    if (member != run.back() && offsetOf(member) == end && !member->isBitField() &&
        ast.hasSameType(member->getType(), field->getType()))
      run.push_back(member);
    if (member == run.back())
      end = offsetOf(member) + ast.getTypeSize(member->getType());
  }
  return run;
}

const CXXRecordDecl* ownerOf(const FieldDecl* field) {
  while (const FieldDecl* outer = around(field))
    field = outer;
  return cast<CXXRecordDecl>(field->getParent());
}

AccessSpecifier accessOf(const FieldDecl* field) {
  while (const FieldDecl* outer = around(field))
    field = outer;
  return field->getAccess();
}

bool liesInUnion(const FieldDecl* field) {
  const FieldDecl* outer = around(field);
  return field->getParent()->isUnion() || (outer && liesInUnion(outer));
}

const MemberExpr* stepFromObject(const MemberExpr* access) {
  while (const auto* outer = dyn_cast<MemberExpr>(access->getBase()->IgnoreParens())) {
    const auto* field = dyn_cast<FieldDecl>(outer->getMemberDecl());
    if (!field || !field->isAnonymousStructOrUnion())
      break;
    access = outer;
  }
  return access;
}

std::optional<std::pair<std::string, std::string>> unlikeNames(const CXXRecordDecl* record) {
  for (const FieldDecl* field : ownMembers(record)) {
    const CXXRecordDecl* part = unnamedPart(field);
    if (!part)
      continue;
    const Fields alternatives = alternativesOf(part);
    const FieldDecl* first = namesIn(alternatives.front()).front();
    const FieldDecl* other = unlike(alternatives.front(), alternatives);
    return std::pair(first->getNameAsString(), other ? other->getNameAsString() : "");
  }
  return std::nullopt;
}

} // namespace treelize::front
