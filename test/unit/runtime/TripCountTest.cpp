// The number of trips against the loop itself, for all bounds and steps of the small types.
#include "treelize/detail/math.hpp"

#include <gtest/gtest.h>

namespace {

constexpr std::size_t never = 600; // more trips than there are values of a type: it does not end

template <class I>
std::size_t counted(I lower, I upper, I step) {
  std::size_t trips = 0;
  for (I i = lower; i < upper && trips < never; i = static_cast<I>(i + step))
    ++trips;
  return trips;
}

template <class I>
void checkAll() {
  constexpr int least = std::numeric_limits<I>::min(), most = std::numeric_limits<I>::max();
  for (int lower = least; lower <= most; ++lower)
    for (int upper = least; upper <= most; ++upper)
      for (int step : {1, 2, 3, 7, 64, 100, 127, 128, 200, 254, 255}) {
        const bool overflows = std::is_signed_v<I> && upper - 1 + step > most;
        if (step > most || overflows)
          continue;
        const I from = static_cast<I>(lower), to = static_cast<I>(upper), by = static_cast<I>(step);
        if (const std::size_t trips = counted(from, to, by); trips < never)
          ASSERT_EQ(treelize::trip_count(from, to, by), trips)
              << lower << " to " << upper << " by " << step;
      }
}

TEST(TripCount, OfUnsignedNumbersThatMayWrap) {
  checkAll<unsigned char>();
}

TEST(TripCount, OfSignedNumbers) {
  checkAll<signed char>();
}

TEST(TripCount, OfTheWholeRange) {
  using Limits = std::numeric_limits<int>;
  EXPECT_EQ(treelize::trip_count(Limits::min(), Limits::max()), 4294967295u);
  EXPECT_EQ(treelize::trip_count<std::size_t>(2, 3, std::size_t(-1)), 3u);
}

} // namespace
