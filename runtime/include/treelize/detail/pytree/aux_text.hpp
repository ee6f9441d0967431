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

template <class T>
inline constexpr bool is_optional_value = false;
template <class T>
inline constexpr bool is_optional_value<std::optional<T>> = true;
template <class T>
concept tuple_like = requires { std::tuple_size<T>::value; };
template <class T>
concept hashable = requires(const T& x) { std::hash<T>{}(x); };

template <class T>
std::string aux_text(const T& x);

template <class T>
std::string joined_texts(const T& range) {
  std::string text;
  for (const auto& x : range)
    text +=
        (text.empty() ? "" : ", ") + aux_text(static_cast<std::ranges::range_value_t<const T>>(x));
  return text;
}

template <class T>
std::string aux_text(const T& x) {
  if constexpr (std::is_same_v<T, bool>) {
    return x ? "true" : "false";
  } else if constexpr (printable<T>) {
    return printed(x);
  } else if constexpr (is_optional_value<T>) {
    return x ? aux_text(*x) : "None";
  } else if constexpr (std::ranges::range<const T>) {
    return "[" + joined_texts(x) + "]";
  } else if constexpr (tuple_like<T>) {
    std::string text;
    std::apply(
        [&](const auto&... part) { ((text += (text.empty() ? "" : ", ") + aux_text(part)), ...); },
        x);
    return text;
  } else {
    return "...";
  }
}

inline std::size_t mix_hash(std::size_t seed, std::size_t value) {
  return (seed ^ (value + 0x9e3779b97f4a7c15 + (seed << 6) + (seed >> 2))) * 0xff51afd7ed558ccd;
}

template <class T>
std::size_t aux_hash(const T& x) {
  if constexpr (hashable<T>) {
    return std::hash<T>{}(x);
  } else if constexpr (std::ranges::range<const T>) {
    std::size_t value = 0;
    for (const auto& part : x)
      value = mix_hash(value, aux_hash(static_cast<std::ranges::range_value_t<const T>>(part)));
    return value;
  } else if constexpr (tuple_like<T>) {
    std::size_t value = 0;
    std::apply([&](const auto&... part) { ((value = mix_hash(value, aux_hash(part))), ...); }, x);
    return value;
  } else {
    return 0;
  }
}

} // namespace treelize::detail
