// Where to keep the state of a loop, so that few snapshots and few repeated steps reverse it.
//
// With n snapshots and every step run at most r times again, binomial(n + r, n) steps
// can be reversed: A. Griewank, "Achieving logarithmic growth of temporal and spatial complexity in
// reverse automatic differentiation", Optimization Methods and Software 1 (1992).
#pragma once

#include <concepts>
#include <cstdint>
#include <limits>

namespace treelize {

namespace detail {

/// binomial(snapshots + repeats, snapshots): how many steps can be reversed; 0 for a negative
/// number of repeats.
constexpr std::uint64_t reversible_steps(std::uint64_t snapshots, int repeats) {
  if (repeats < 0)
    return 0;
  constexpr std::uint64_t many = (std::numeric_limits<std::uint64_t>::max)();
  std::uint64_t steps = 1;
  for (std::uint64_t repeat = 1; repeat <= static_cast<std::uint64_t>(repeats); ++repeat) {
    if (steps > many / (snapshots + repeat)) // more than any loop runs
      return many;
    steps = steps * (snapshots + repeat) / repeat;
  }
  return steps;
}

} // namespace detail

/// There is a snapshot at `from`, and the iterations from there to below `end` are to be reversed:
/// the iteration before which to keep the next one, of `free` more. `end`, if there is none to
/// keep.
template <std::integral Integer>
constexpr Integer next_checkpoint(Integer from, Integer end, Integer step, int free) {
  if (free <= 0 || from >= end)
    return end;
  const auto snapshots = static_cast<std::uint64_t>(free) + 1;
  const auto steps = static_cast<std::uint64_t>((end - from - 1) / step) + 1;
  int repeats = 0;
  while (detail::reversible_steps(snapshots, repeats) < steps)
    ++repeats;
  // Both parts can be reversed with the repeats that are left to them.
  const std::uint64_t behind = detail::reversible_steps(snapshots - 1, repeats);
  std::uint64_t before = detail::reversible_steps(snapshots, repeats - 2);
  if (steps > behind && before < steps - behind)
    before = steps - behind;
  if (before == 0)
    before = 1;
  return before < steps ? static_cast<Integer>(from + step * static_cast<Integer>(before)) : end;
}

} // namespace treelize
