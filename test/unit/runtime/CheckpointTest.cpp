#include "treelize/detail/checkpoint.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

namespace {

using treelize::next_checkpoint;

/// The fewest steps to run again in order to reverse `steps` with `slots` snapshots, the one at the start counted: by
/// trying every place of the next one.
long fewest(int steps, int slots) {
  if (steps <= 1)
    return 0;
  static std::vector<std::vector<long>> known(200, std::vector<long>(12, -1));
  long& best = known[static_cast<std::size_t>(steps)][static_cast<std::size_t>(slots)];
  if (best >= 0)
    return best;
  best = static_cast<long>(steps) * (steps - 1) / 2;
  if (slots > 1)
    for (int m = 1; m < steps; ++m)
      best = std::min(best, m + fewest(m, slots) + fewest(steps - m, slots - 1));
  return best;
}

/// The steps that the schedule runs again.
long repeated(int from, int end, int step, int free) {
  const int next = next_checkpoint(from, end, step, free);
  const int steps = (end - from + step - 1) / step;
  if (next == end)
    return static_cast<long>(steps) * (steps - 1) / 2;
  return (next - from) / step + repeated(from, next, step, free) + repeated(next, end, step, free - 1);
}

TEST(Checkpoint, RunsAsFewStepsAgainAsPossible) {
  for (int slots = 1; slots <= 8; ++slots)
    for (int steps = 1; steps < 120; ++steps)
      EXPECT_EQ(repeated(0, steps, 1, slots - 1), fewest(steps, slots)) << steps << " steps, " << slots << " slots";
}

TEST(Checkpoint, CountsIterationsOfAnyStep) {
  EXPECT_EQ(repeated(5, 5 + 3 * 50 - 2, 3, 3), fewest(50, 4));
}

TEST(Checkpoint, KeepsNoneWithoutASlot) {
  EXPECT_EQ(next_checkpoint(3, 10, 1, 0), 10);
  EXPECT_EQ(next_checkpoint<std::size_t>(0, 0, 1, 5), 0u);
  EXPECT_EQ(next_checkpoint(0L, 1'000'000'000'000L, 1L, 1 << 20) > 0, true);
}

} // namespace
