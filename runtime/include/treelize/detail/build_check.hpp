// How a generated header compares the text of a macro with the one it was generated with.
#pragma once

#include <string_view>

#define TREELIZE_SPELLING_OF(...) #__VA_ARGS__
#define TREELIZE_SPELLING(...) TREELIZE_SPELLING_OF(__VA_ARGS__)

namespace treelize::detail {

constexpr bool same_text(std::string_view left, std::string_view right) {
  return left == right;
}

} // namespace treelize::detail
