// How a generated header compares what it was generated with: the text of a macro, the size that
// the compiler gives to an enumeration.
#pragma once

#include <string_view>

#define TREELIZE_SPELLING_OF(...) #__VA_ARGS__
#define TREELIZE_SPELLING(...) TREELIZE_SPELLING_OF(__VA_ARGS__)

namespace treelize::detail {

constexpr bool same_text(std::string_view left, std::string_view right) {
  return left == right;
}

/// One whose type the compiler chooses (-fshort-enums), as for those that have no name here.
enum plain_enumeration { plain_first, plain_last };

} // namespace treelize::detail
