// Where a shadow does not fit: the kernel, its parameter, and the path to the part. Made on the way
// down, on the stack, and read by an error alone.
#pragma once

#include "treelize/detail/access.hpp"

#include <array>
#include <cstddef>
#include <string>
#include <string_view>

namespace treelize::detail {

#ifdef TREELIZE_RUN // a derivative within a kernel: its errors are the kernel's own to tell
struct shadow_place {
  constexpr shadow_place() = default;
  constexpr shadow_place(const char*, const char*) {}
  constexpr shadow_place part(std::string_view) const { return {}; }
  constexpr shadow_place part(std::size_t) const { return {}; }
};
#else
struct shadow_place {
  const char* kernel = "";
  const char* parameter = "";
  const shadow_place* above = nullptr;
  std::string_view name = {}; ///< of a member, or the key of a map
  std::size_t index = 0;      ///< where there is no name

  constexpr shadow_place part(std::string_view key) const { return {kernel, parameter, this, key}; }
  constexpr shadow_place part(std::size_t position) const {
    return {kernel, parameter, this, {}, position};
  }
};
#endif

/// Element `index` of a shadow, or its member, by the member's name if it is known.
template <class Type>
constexpr shadow_place place_of_part(const shadow_place& at, std::size_t index) {
  if constexpr (listed_node<Type> && !listed_record<Type>) {
    using members = typename node_traits<Type>::members;
    constexpr auto names = []<std::size_t... Index>(std::index_sequence<Index...>) {
      return std::array<std::string_view, sizeof...(Index)>{
          members::template at<members::child_positions[Index]>::key...};
    }(std::make_index_sequence<members::children>{});
    return at.part(names[index]);
  } else if constexpr (requires { fields<Type>::names[index]; }) {
    return at.part(fields<Type>::names[index]);
  } else {
    return at.part(index);
  }
}

/// `net.rows[1]`
std::string path_of(const shadow_place& at);

/// `the shadow of 'net.rows[1]' of kernel 'f' has 2 elements, its primal 3`
[[noreturn]] void throw_shadow_size(const char* what, const shadow_place& at, std::size_t shadow,
                                    std::size_t primal);

} // namespace treelize::detail
