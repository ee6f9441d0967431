// A string that can be a template argument: the names of fields, tags and keyword arguments.
#pragma once

#include <cstddef>
#include <string_view>

namespace treelize {

template <std::size_t N>
struct fixed_string {
  char text[N + 1] = {};

  constexpr fixed_string() = default;
  constexpr fixed_string(const char (&literal)[N + 1]) {
    for (std::size_t i = 0; i < N; ++i)
      text[i] = literal[i];
  }

  constexpr std::string_view view() const { return {text, N}; }
  constexpr operator std::string_view() const { return view(); }
};

template <std::size_t M>
fixed_string(const char (&)[M]) -> fixed_string<M - 1>;

} // namespace treelize
