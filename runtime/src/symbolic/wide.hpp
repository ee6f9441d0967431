// 128-bit integers: for sums and bounds whose parts do not fit 64 bits.
#pragma once

#include "treelize/detail/symbolic/bounds.hpp"

#include <algorithm>
#include <cstdint>

namespace treelize::symbolic {

__extension__ typedef __int128 wide;
__extension__ typedef unsigned __int128 unsigned_wide;

constexpr bool fits(wide value) {
  return value >= std::numeric_limits<std::int64_t>::min() &&
         value <= std::numeric_limits<std::int64_t>::max();
}

/// What does not fit becomes "no bound".
constexpr std::int64_t clamp(wide value) {
  return static_cast<std::int64_t>(std::clamp<wide>(value, bounds::none_below, bounds::none_above));
}

} // namespace treelize::symbolic
