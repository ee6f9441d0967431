#include "front/lower/types/LibraryRecord.h"

#include "front/lower/types/MatrixType.h"
#include "front/lower/types/Specialization.h"
#include "front/lower/types/TypeModel.h"

#include <memory>
#include <vector>

namespace treelize::front {

using namespace clang;
using ir::AccessorKind;
using ir::TypeKind;

namespace {

using Result = std::shared_ptr<ir::Type>;

/// A type of one argument, so far without a name.
Result holding(TypeModel& types, const CXXRecordDecl* record, TypeKind kind) {
  auto result = std::make_shared<ir::Type>();
  result->kind = kind;
  result->element = types.of(typeArgument(record, 0));
  return result;
}

ir::TypeRef array(TypeModel& types, const CXXRecordDecl* record) {
  Result result = holding(types, record, TypeKind::Array);
  const ir::Type& element = *result->element;
  result->extent = static_cast<std::uint64_t>(integerArgument(record, 1));
  result->startsAtZero = element.startsAtZero;
  result->defaultConstructible = element.defaultConstructible;
  result->isBlank = element.isBlank;
  result->spelling = "std::array<" + element.spelling + ", " + std::to_string(result->extent) + ">";
  return result;
}

ir::TypeRef vector(TypeModel& types, const CXXRecordDecl* record, std::string spelling) {
  const CXXRecordDecl* allocator = typeArgument(record, 1)->getAsCXXRecordDecl();
  const bool isPlain =
      allocator && allocator->isInStdNamespace() && allocator->getName() == "allocator";
  Result result = holding(types, record, TypeKind::Vector);
  result->spelling =
      isPlain ? "std::vector<" + result->element->spelling + ">" : std::move(spelling);
  return result;
}

ir::TypeRef span(TypeModel& types, const CXXRecordDecl* record, std::string spelling) {
  constexpr std::int64_t dynamicExtent = -1;
  Result result = holding(types, record, TypeKind::Span);
  result->constElement = typeArgument(record, 0).isConstQualified();
  const std::int64_t extent = integerArgument(record, 1);
  result->extent = extent == dynamicExtent ? 0 : static_cast<std::uint64_t>(extent);
  result->spelling = extent == dynamicExtent
                         ? std::string("std::span<") + (result->constElement ? "const " : "") +
                               result->element->spelling + ">"
                         : std::move(spelling);
  return result;
}

ir::TypeRef field(TypeModel& types, const CXXRecordDecl* record) {
  Result result = holding(types, record, TypeKind::Field);
  result->spelling = "treelize::field<" + result->element->spelling + ">";
  return result;
}

/// A class template of these members, which starts as they do.
ir::TypeRef recordOf(const std::string& name, std::vector<ir::RecordField> members) {
  auto result = std::make_shared<ir::Type>();
  result->kind = TypeKind::Record;
  for (const ir::RecordField& member : members) {
    result->spelling += (result->spelling.empty() ? "" : ", ") + member.type->spelling;
    result->defaultConstructible = result->defaultConstructible && makesItself(*member.type);
    result->startsAtZero = result->startsAtZero && member.type->startsAtZero;
  }
  result->spelling = name + "<" + result->spelling + ">";
  result->fields = std::move(members);
  return result;
}

/// Its members have numbers for names.
ir::TypeRef tuple(TypeModel& types, const CXXRecordDecl* of) {
  std::vector<ir::RecordField> members;
  for (const QualType type : packArgument(of)) {
    const std::string number = std::to_string(members.size());
    members.push_back({number, types.of(type), false, {AccessorKind::Element, number}});
  }
  return recordOf("std::tuple", std::move(members));
}

ir::TypeRef complex(TypeModel& types, const CXXRecordDecl* of) {
  auto result = std::make_shared<ir::Type>();
  result->kind = TypeKind::Record;
  const ir::TypeRef part = types.of(typeArgument(of, 0));
  result->fields = {{"real", part, false, {AccessorKind::Real, {}}},
                    {"imag", part, false, {AccessorKind::Imaginary, {}}}};
  result->spelling = "std::complex<" + part->spelling + ">";
  return result;
}

ir::TypeRef optional(TypeModel& types, const CXXRecordDecl* of) {
  auto result = std::make_shared<ir::Type>();
  result->kind = TypeKind::Record;
  const ir::TypeRef value = types.of(typeArgument(of, 0));
  result->fields = {{"engaged", ir::boolType(), false, {AccessorKind::Engaged, {}}},
                    {"value", value, false, {AccessorKind::Value, {}}}};
  result->spelling = "std::optional<" + value->spelling + ">";
  return result;
}

} // namespace

ir::TypeRef pairType(const ir::TypeRef& first, const ir::TypeRef& second) {
  return recordOf("std::pair", {{"first", first, false, {}}, {"second", second, false, {}}});
}

bool makesItself(const ir::Type& type) {
  return type.defaultConstructible && !type.isBlank;
}

ir::TypeRef libraryRecord(TypeModel& types, const CXXRecordDecl* record, std::string spelling) {
  switch (libraryOf(record)) {
  case Library::array:
    return array(types, record);
  case Library::vector:
    // std::vector<bool> has no elements to point at.
    return typeArgument(record, 0)->isBooleanType() ? ir::opaqueType(std::move(spelling))
                                                    : vector(types, record, std::move(spelling));
  case Library::span:
    return span(types, record, std::move(spelling));
  case Library::field:
    return field(types, record);
  case Library::matrix:
    return matrixType(types, record, std::move(spelling));
  case Library::pair:
    return pairType(types.of(typeArgument(record, 0)), types.of(typeArgument(record, 1)));
  case Library::tuple:
    return tuple(types, record);
  case Library::complex:
    return complex(types, record);
  case Library::optional:
    return optional(types, record);
  case Library::ordering:
    return ir::intType();
  case Library::variant:
  case Library::iterator:
  case Library::function:
  case Library::functor:
  case Library::uniquePtr:
  case Library::sharedPtr:
  case Library::list:
  case Library::eigen:
  case Library::otherStd:
  case Library::none:
    break;
  }
  return ir::opaqueType(std::move(spelling));
}

} // namespace treelize::front
