// The words of a `type` line, for the writer and the reader of kernels.
#pragma once

#include "ir/Type.h"

#include <optional>
#include <span>
#include <string_view>

namespace treelize::ir {

std::string_view wordOf(TypeKind kind);
std::optional<TypeKind> kindNamed(std::string_view word);

/// A flag that is written where it is not what it is without a word.
struct TypeFlag {
  std::string_view word;
  bool (*isSet)(const Type&);
  void (*set)(Type&);
};
std::span<const TypeFlag> typeFlags();

/// A number that is written where it is not 0.
struct TypeNumber {
  std::string_view word;
  std::uint64_t (*get)(const Type&);
  void (*set)(Type&, std::uint64_t);
};
std::span<const TypeNumber> typeNumbers();

} // namespace treelize::ir
