#include "ir/DerivedParts.h"

#include <algorithm>

namespace treelize::ir {

bool isContainer(const Type& type) {
  return type.is(TypeKind::Vector) || type.is(TypeKind::Array);
}

bool isSameInCpp(const Type& a, const Type& b) {
  return a.spelling == b.spelling;
}

const RecordField* findField(const Type& record, const std::string& name) {
  const auto found = std::ranges::find(record.fields, name, &RecordField::name);
  return found == record.fields.end() ? nullptr : &*found;
}

bool isDifferentiable(const Type& type) {
  switch (type.kind) {
  case TypeKind::Real:
    return true;
  case TypeKind::Record:
    return std::ranges::any_of(type.fields, [](const RecordField& field) {
      return !field.nondiff && isDifferentiable(*field.type);
    });
  case TypeKind::Array:
  case TypeKind::Vector:
  case TypeKind::Span:
  case TypeKind::Pointer:
  case TypeKind::Field:
  case TypeKind::Matrix:
  case TypeKind::Map:
    return isDifferentiable(*type.element);
  case TypeKind::Void:
  case TypeKind::Bool:
  case TypeKind::Integer:
  case TypeKind::Opaque:
    return false;
  }
  return false;
}

bool isDerivedPart(const RecordField& field) {
  return field.accessor.kind == AccessorKind::Derived;
}

bool isOwnedObject(const Type& type) {
  return type.is(TypeKind::Record) && type.fields.size() == 1 &&
         type.fields[0].accessor.kind == AccessorKind::Pointee;
}

bool anyPart(const Type& type, bool (*isWanted)(const Type&)) {
  return isWanted(type) || (type.element && anyPart(*type.element, isWanted)) ||
         std::ranges::any_of(
             type.fields, [&](const RecordField& field) { return anyPart(*field.type, isWanted); });
}

bool mayBeDerived(const Type& type) {
  return anyPart(type,
                 [](const Type& part) { return std::ranges::any_of(part.fields, isDerivedPart); });
}

bool holdsView(const Type& type) {
  return anyPart(type, [](const Type& part) { return part.isView(); });
}

bool hasFixedSize(const Type& type) {
  if (type.is(TypeKind::Array))
    return hasFixedSize(*type.element);
  if (type.is(TypeKind::Record))
    return std::ranges::all_of(type.fields,
                               [](const RecordField& f) { return hasFixedSize(*f.type); });
  if (type.is(TypeKind::Matrix))
    return type.rows != 0 && type.columns != 0;
  return type.isScalar();
}

static TypeRef scalar(TypeKind kind, const char* spelling, unsigned bits, bool isSigned = true) {
  auto type = std::make_shared<Type>();
  type->kind = kind;
  type->spelling = spelling;
  type->bits = bits;
  type->isSigned = isSigned;
  return type;
}

TypeRef boolType() {
  return scalar(TypeKind::Bool, "bool", 1);
}
TypeRef intType() {
  return scalar(TypeKind::Integer, "int", 32);
}
TypeRef sizeType() {
  return scalar(TypeKind::Integer, "std::size_t", 64, false);
}
TypeRef offsetType() {
  return scalar(TypeKind::Integer, "std::ptrdiff_t", 64);
}
TypeRef doubleType() {
  return scalar(TypeKind::Real, "double", 64);
}
TypeRef voidType() {
  return scalar(TypeKind::Void, "void", 0);
}

TypeRef opaqueType(std::string spelling) {
  auto type = std::make_shared<Type>();
  type->spelling = std::move(spelling);
  return type;
}

static std::shared_ptr<Type> holding(const TypeRef& element, const std::string& container) {
  auto type = std::make_shared<Type>();
  type->kind = TypeKind::Vector;
  type->element = element;
  type->spelling = container + "<" + element->spelling + ">";
  return type;
}

TypeRef vectorOf(const TypeRef& element) {
  return holding(element, "std::vector");
}

TypeRef roomOf(const TypeRef& element) {
  auto type = holding(element, "treelize::room");
  type->isRoom = true;
  return type;
}

TypeRef overLanes(const Type& type) {
  auto wide = std::make_shared<Type>(type);
  if (type.is(TypeKind::Real) && type.real == RealKind::Double) {
    wide->real = RealKind::Lanes;
    wide->spelling = "treelize::lanes<Lanes>";
    return wide;
  }
  const bool isToArrays = type.is(TypeKind::Pointer) && type.element->isBuiltinArray;
  wide->element = type.element && !isToArrays ? overLanes(*type.element) : nullptr;
  if (!wide->element)
    return nullptr;
  const std::string& element = wide->element->spelling;
  wide->extent = type.is(TypeKind::Span) ? 0 : type.extent;
  // A span of const lanes could not be deduced from one of others.
  if (type.is(TypeKind::Pointer))
    wide->spelling = (type.constElement ? "const " : "") + element + "*";
  else if (type.is(TypeKind::Span))
    wide->spelling = "std::span<" + element + ">";
  else if (type.is(TypeKind::Vector))
    wide->spelling = (type.isRoom ? "treelize::room<" : "std::vector<") + element + ">";
  else if (type.is(TypeKind::Array) && !type.isBuiltinArray)
    wide->spelling = "std::array<" + element + ", " + std::to_string(type.extent) + ">";
  else if (!type.is(TypeKind::Array))
    return nullptr;
  return wide;
}

bool isOverLanes(const Type& type) {
  return type.real == RealKind::Lanes || (type.element && isOverLanes(*type.element));
}

} // namespace treelize::ir
