// What is known of an integer's size: an interval of 64-bit integers, whose two ends also stand for
// "no bound". Arithmetic on intervals widens and never wraps.
#pragma once

#include <cstdint>
#include <limits>

namespace treelize {

/// What is known of a symbolic integer: both ends belong to it, and the ends of 64 bits stand for
/// none.
struct bounds {
  static constexpr std::int64_t none_below = (std::numeric_limits<std::int64_t>::min)();
  static constexpr std::int64_t none_above = (std::numeric_limits<std::int64_t>::max)();

  std::int64_t lower = none_below;
  std::int64_t upper = none_above;

  static constexpr bounds at_least(std::int64_t least) { return {least, none_above}; }
  static constexpr bounds at_most(std::int64_t most) { return {none_below, most}; }
  static constexpr bounds between(std::int64_t least, std::int64_t most) { return {least, most}; }
  static constexpr bounds exactly(std::int64_t value) { return {value, value}; }
  static constexpr bounds nonnegative() { return at_least(0); }
  static constexpr bounds positive() { return at_least(1); }

  constexpr bool contains(std::int64_t value) const { return lower <= value && value <= upper; }
  constexpr bool bounded_below() const { return lower != none_below; }
  constexpr bool bounded_above() const { return upper != none_above; }

  friend constexpr bool operator==(const bounds&, const bounds&) = default;
};

} // namespace treelize
