// Aux data as text and as a hash, as far as its type allows: numbers, strings, ranges, tuples,
// optionals and whatever a stream takes. A type that cannot be printed is `...`, one that cannot be
// hashed hashes as nothing.
#pragma once

#include "treelize/detail/leaf_text.hpp"

#include <cstddef>
#include <functional>
#include <optional>
#include <ranges>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>

namespace treelize::detail {

template <class Type>
inline constexpr bool is_optional_value = false;
template <class Type>
inline constexpr bool is_optional_value<std::optional<Type>> = true;
template <class Type>
concept tuple_like = requires { std::tuple_size<Type>::value; };
template <class Type>
concept hashable = requires(const Type& object) { std::hash<Type>{}(object); };

template <class Type>
std::string aux_text(const Type& object);

template <class Type>
std::string joined_texts(const Type& range) {
  std::string text;
  for (const auto& object : range)
    text += (text.empty() ? "" : ", ") +
            aux_text(static_cast<std::ranges::range_value_t<const Type>>(object));
  return text;
}

template <class Type>
std::string aux_text(const Type& object) {
  if constexpr (std::is_same_v<Type, bool>) {
    return object ? "true" : "false";
  } else if constexpr (printable<Type>) {
    return printed(object);
  } else if constexpr (is_optional_value<Type>) {
    return object ? aux_text(*object) : "None";
  } else if constexpr (std::ranges::range<const Type>) {
    return "[" + joined_texts(object) + "]";
  } else if constexpr (tuple_like<Type>) {
    std::string text;
    std::apply(
        [&](const auto&... part) { ((text += (text.empty() ? "" : ", ") + aux_text(part)), ...); },
        object);
    return text;
  } else {
    return "...";
  }
}

inline std::size_t mix_hash(std::size_t seed, std::size_t value) {
  return (seed ^ (value + 0x9e3779b97f4a7c15 + (seed << 6) + (seed >> 2))) * 0xff51afd7ed558ccd;
}

template <class Type>
std::size_t aux_hash(const Type& object) {
  if constexpr (hashable<Type>) {
    return std::hash<Type>{}(object);
  } else if constexpr (std::ranges::range<const Type>) {
    std::size_t value = 0;
    for (const auto& part : object)
      value = mix_hash(value, aux_hash(static_cast<std::ranges::range_value_t<const Type>>(part)));
    return value;
  } else if constexpr (tuple_like<Type>) {
    std::size_t value = 0;
    std::apply([&](const auto&... part) { ((value = mix_hash(value, aux_hash(part))), ...); },
               object);
    return value;
  } else {
    return 0;
  }
}

} // namespace treelize::detail
