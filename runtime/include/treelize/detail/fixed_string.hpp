// A string that can be a template argument: the names of fields, tags and keyword arguments.
#pragma once

#include <cstddef>
#include <string_view>

namespace treelize {

template <std::size_t Length>
struct fixed_string {
  char text[Length + 1] = {};

  constexpr fixed_string() = default;
  constexpr fixed_string(const char (&literal)[Length + 1]) {
    for (std::size_t index = 0; index < Length; ++index)
      text[index] = literal[index];
  }

  constexpr std::string_view view() const { return {text, Length}; }
  constexpr operator std::string_view() const { return view(); }
};

template <std::size_t OtherLength>
fixed_string(const char (&)[OtherLength]) -> fixed_string<OtherLength - 1>;

} // namespace treelize
