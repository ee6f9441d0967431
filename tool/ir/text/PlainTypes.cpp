#include "ir/text/PlainTypes.h"

#include <algorithm>
#include <array>

namespace treelize::ir {

namespace {

bool isSame(const TypeRef& a, const TypeRef& b) {
  return a == b || (a && b && isSameType(*a, *b));
}

bool isSameField(const RecordField& a, const RecordField& b) {
  return a.name == b.name && isSame(a.type, b.type) && a.nondiff == b.nondiff &&
         a.accessor == b.accessor && a.leftOut == b.leftOut;
}

struct Scalar {
  std::string_view name;
  TypeKind kind;
  unsigned bits;
  bool isSigned;
  RealKind real = RealKind::Double;
};

constexpr std::array scalars = {
    Scalar{"void", TypeKind::Void, 0, true},
    Scalar{"bool", TypeKind::Bool, 1, true},
    Scalar{"char", TypeKind::Integer, 8, true},
    Scalar{"signed char", TypeKind::Integer, 8, true},
    Scalar{"unsigned char", TypeKind::Integer, 8, false},
    Scalar{"short", TypeKind::Integer, 16, true},
    Scalar{"unsigned short", TypeKind::Integer, 16, false},
    Scalar{"int", TypeKind::Integer, 32, true},
    Scalar{"unsigned int", TypeKind::Integer, 32, false},
    Scalar{"long", TypeKind::Integer, 64, true},
    Scalar{"unsigned long", TypeKind::Integer, 64, false},
    Scalar{"long long", TypeKind::Integer, 64, true},
    Scalar{"unsigned long long", TypeKind::Integer, 64, false},
    Scalar{"std::size_t", TypeKind::Integer, 64, false},
    Scalar{"std::ptrdiff_t", TypeKind::Integer, 64, true},
    Scalar{"std::int8_t", TypeKind::Integer, 8, true},
    Scalar{"std::uint8_t", TypeKind::Integer, 8, false},
    Scalar{"std::int16_t", TypeKind::Integer, 16, true},
    Scalar{"std::uint16_t", TypeKind::Integer, 16, false},
    Scalar{"std::int32_t", TypeKind::Integer, 32, true},
    Scalar{"std::uint32_t", TypeKind::Integer, 32, false},
    Scalar{"std::int64_t", TypeKind::Integer, 64, true},
    Scalar{"std::uint64_t", TypeKind::Integer, 64, false},
    Scalar{"float", TypeKind::Real, 32, true, RealKind::Float},
    Scalar{"double", TypeKind::Real, 64, true},
    Scalar{"long double", TypeKind::Real, 128, true, RealKind::LongDouble},
    Scalar{"treelize::lanes<Lanes>", TypeKind::Real, 64, true, RealKind::Lanes},
};

std::shared_ptr<Type> container(TypeKind kind, const TypeRef& element, std::string spelling) {
  auto type = std::make_shared<Type>();
  type->kind = kind;
  type->element = element;
  type->spelling = std::move(spelling);
  return type;
}

/// What makes itself as its elements do.
std::shared_ptr<Type> array(const TypeRef& element, std::uint64_t count, std::string spelling) {
  auto type = container(TypeKind::Array, element, std::move(spelling));
  type->extent = count;
  type->startsAtZero = element->startsAtZero;
  return type;
}

const char* constant(bool isConst) {
  return isConst ? "const " : "";
}

} // namespace

bool isSameType(const Type& a, const Type& b) {
  return &a == &b ||
         (a.kind == b.kind && a.spelling == b.spelling && isSame(a.element, b.element) &&
          a.constElement == b.constElement && a.extent == b.extent && a.rows == b.rows &&
          a.columns == b.columns && a.bits == b.bits && a.width == b.width &&
          a.isSigned == b.isSigned && a.isEnumeration == b.isEnumeration &&
          a.isBuiltinArray == b.isBuiltinArray &&
          a.defaultConstructible == b.defaultConstructible && a.isBlank == b.isBlank &&
          a.startsAtZero == b.startsAtZero && a.real == b.real && a.isRoom == b.isRoom &&
          a.isModel == b.isModel && std::ranges::equal(a.fields, b.fields, isSameField));
}

TypeRef plainScalar(std::string_view name) {
  const auto* found = std::ranges::find(scalars, name, &Scalar::name);
  if (found == scalars.end())
    return nullptr;
  auto type = std::make_shared<Type>();
  type->kind = found->kind;
  type->spelling = found->name;
  type->bits = found->bits;
  type->isSigned = found->isSigned;
  type->real = found->real;
  return type;
}

TypeRef typeOfNumber(std::string_view number) {
  const bool isHex = number.find_first_of("xX") != std::string_view::npos;
  const char last = number.back();
  if (number.find_first_of(isHex ? ".pP" : ".eE") != std::string_view::npos)
    return plainScalar((last == 'f' || last == 'F') && !isHex ? "float"
                       : last == 'L' || last == 'l'           ? "long double"
                                                              : "double");
  const std::string_view suffix = number.substr(number.find_last_not_of("uUlL") + 1);
  const bool isUnsigned = suffix.find_first_of("uU") != std::string_view::npos;
  switch (suffix.size() - (isUnsigned ? 1 : 0)) {
  case 0:
    return plainScalar(isUnsigned ? "unsigned int" : "int");
  case 1:
    return plainScalar(isUnsigned ? "unsigned long" : "long");
  default:
    return plainScalar(isUnsigned ? "unsigned long long" : "long long");
  }
}

TypeRef plainPointer(const TypeRef& element, bool toConst) {
  auto type = container(TypeKind::Pointer, element, constant(toConst) + element->spelling + "*");
  type->constElement = toConst;
  return type;
}

TypeRef plainSpan(const TypeRef& element, bool ofConst) {
  auto type = container(TypeKind::Span, element,
                        "std::span<" + (constant(ofConst) + element->spelling) + ">");
  type->constElement = ofConst;
  return type;
}

TypeRef plainField(const TypeRef& element) {
  return container(TypeKind::Field, element, "treelize::field<" + element->spelling + ">");
}

TypeRef plainArray(const TypeRef& element, std::uint64_t count) {
  auto type =
      array(element, count, "std::array<" + element->spelling + ", " + std::to_string(count) + ">");
  type->defaultConstructible = element->defaultConstructible;
  type->isBlank = element->isBlank;
  return type;
}

TypeRef builtinArray(const TypeRef& element, std::uint64_t count) {
  auto type = array(element, count, element->spelling + "[" + std::to_string(count) + "]");
  type->isBuiltinArray = true;
  type->defaultConstructible = element->defaultConstructible && !element->isBlank;
  return type;
}

} // namespace treelize::ir
