// Threads that help: everybody's work is done, whoever asks from wherever, and however many there
// are.
#include "treelize/detail/parallel/threads.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <thread>
#include <vector>

namespace treelize::detail {
namespace {

/// Counts up to `all`, together with helpers.
int count_together(int all, std::size_t helpers) {
  std::atomic<int> next{0}, done{0};
  const auto work = [&] {
    while (next++ < all)
      ++done;
  };
  run_with_helpers(helpers, work, work);
  return done;
}

TEST(Threads, DoAllTheWork) {
  for (const std::size_t helpers : {0, 1, 3, 9})
    for (int again = 0; again < 50; ++again)
      EXPECT_EQ(count_together(100, helpers), 100);
}

TEST(Threads, HelpWithinHelp) {
  std::atomic<int> next{0}, sum{0};
  const auto work = [&] {
    while (next++ < 20)
      sum += count_together(10, 3);
  };
  run_with_helpers(4, work, work);
  EXPECT_EQ(sum, 200);
}

TEST(Threads, HelpSeveralAtOnce) {
  std::atomic<int> sum{0};
  std::vector<std::thread> askers;
  for (int i = 0; i < 6; ++i)
    askers.emplace_back([&] {
      for (int again = 0; again < 20; ++again)
        sum += count_together(10, 2);
    });
  for (std::thread& asker : askers)
    asker.join();
  EXPECT_EQ(sum, 6 * 20 * 10);
}

} // namespace
} // namespace treelize::detail
