#include "ir/text/TypeWords.h"

#include <algorithm>
#include <array>
#include <utility>

namespace treelize::ir {

namespace {

constexpr std::array<std::pair<TypeKind, std::string_view>, 13> kinds = {{
    {TypeKind::Void, "void"},
    {TypeKind::Bool, "bool"},
    {TypeKind::Integer, "integer"},
    {TypeKind::Real, "real"},
    {TypeKind::Record, "record"},
    {TypeKind::Array, "array"},
    {TypeKind::Vector, "vector"},
    {TypeKind::Span, "span"},
    {TypeKind::Pointer, "pointer"},
    {TypeKind::Field, "field"},
    {TypeKind::Matrix, "matrix"},
    {TypeKind::Map, "map"},
    {TypeKind::Opaque, "opaque"},
}};

template <auto member, auto value>
constexpr TypeFlag flag(std::string_view word) {
  return {word, [](const Type& type) { return type.*member == value; },
          [](Type& type) { type.*member = value; }};
}

constexpr std::array flags = {
    flag<&Type::isSigned, false>("unsigned"),
    flag<&Type::isEnumeration, true>("enumeration"),
    flag<&Type::isBuiltinArray, true>("builtin"),
    flag<&Type::defaultConstructible, false>("not_default_constructible"),
    flag<&Type::isBlank, true>("blank"),
    flag<&Type::startsAtZero, false>("not_zero"),
    flag<&Type::real, RealKind::Float>("float"),
    flag<&Type::real, RealKind::LongDouble>("long_double"),
    flag<&Type::real, RealKind::Lanes>("lanes"),
    flag<&Type::isRoom, true>("room"),
    flag<&Type::isModel, true>("model"),
};

template <auto member>
constexpr TypeNumber number(std::string_view word) {
  return {word, [](const Type& type) -> std::uint64_t { return type.*member; },
          [](Type& type, std::uint64_t value) {
            type.*member = static_cast<std::remove_reference_t<decltype(type.*member)>>(value);
          }};
}

constexpr std::array numbers = {
    number<&Type::bits>("bits"), number<&Type::width>("width"),     number<&Type::extent>("extent"),
    number<&Type::rows>("rows"), number<&Type::columns>("columns"),
};

} // namespace

std::string_view wordOf(TypeKind kind) {
  return std::ranges::find(kinds, kind, &std::pair<TypeKind, std::string_view>::first)->second;
}

std::optional<TypeKind> kindNamed(std::string_view word) {
  const auto* found =
      std::ranges::find(kinds, word, &std::pair<TypeKind, std::string_view>::second);
  return found == kinds.end() ? std::nullopt : std::optional(found->first);
}

std::span<const TypeFlag> typeFlags() {
  return flags;
}

std::span<const TypeNumber> typeNumbers() {
  return numbers;
}

} // namespace treelize::ir
