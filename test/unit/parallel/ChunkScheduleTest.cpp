// The schedule: every chunk is begun once, in order, and joined along the tree; the slots suffice.
#include "treelize/detail/parallel/chunk_schedule.hpp"

#include <gtest/gtest.h>

#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

namespace treelize::detail {
namespace {

/// The chunks of a sum in the order in which they were added, in brackets as they were joined.
using sums = std::vector<std::string>;

void finish(chunk_schedule& schedule, sums& slots, std::size_t slot) {
  for (auto join = schedule.finish(slot); join; join = schedule.joined(*join))
    slots[join->into] = "(" + slots[join->into] + " " + slots[join->from] + ")";
}

void work(chunk_schedule& schedule, sums& slots) {
  while (const auto task = schedule.next()) {
    slots[task->slot] = std::to_string(task->chunk);
    finish(schedule, slots, task->slot);
  }
}

TEST(ChunkSchedule, JoinsAlongTheTree) {
  const chunk_tree tree(6, 6);
  chunk_schedule schedule;
  schedule.start(tree, 0, 6, 1, false);
  sums slots(schedule.slot_count());
  work(schedule, slots);
  EXPECT_EQ(slots[schedule.slot_of(tree.root())], "(((0 1) (2 3)) (4 5))");
}

TEST(ChunkSchedule, PassesOverChunksWithoutPieces) {
  const chunk_tree tree(3, 8); // pieces in the chunks 2, 5, 7
  chunk_schedule schedule;
  schedule.start(tree, 0, 8, 1, false);
  sums slots(schedule.slot_count());
  work(schedule, slots);
  EXPECT_EQ(slots[schedule.slot_of(tree.root())], "(2 (5 7))");
}

// With too few slots this test would not end.
TEST(ChunkSchedule, SlotsSufficeForOneThread) {
  for (std::size_t chunks = 1; chunks <= 40; ++chunks) {
    const chunk_tree tree(2 * chunks, chunks);
    for (std::size_t first = 0; first < chunks; ++first)
      for (std::size_t last = first + 1; last <= chunks; ++last)
        for (const bool takes_first : {false, true}) {
          chunk_schedule schedule;
          schedule.start(tree, first, last, 1, takes_first);
          sums slots(schedule.slot_count());
          work(schedule, slots);
          if (takes_first) {
            slots[chunk_schedule::slot_of_first] = std::to_string(first);
            finish(schedule, slots, chunk_schedule::slot_of_first);
          }
          for (const chunk_block& block : blocks_of(tree, first, last))
            EXPECT_FALSE(slots[schedule.slot_of(block)].empty());
        }
  }
}

TEST(ChunkSchedule, ManyThreadsJoinTheSame) {
  const chunk_tree tree(1000, 500);
  chunk_schedule schedule;
  std::string wanted;
  for (const std::size_t count : {1, 2, 5, 16})
    for (int again = 0; again < 20; ++again) {
      schedule.start(tree, 0, 500, count, false);
      sums slots(schedule.slot_count());
      std::vector<std::thread> threads;
      for (std::size_t i = 0; i < count; ++i)
        threads.emplace_back([&] { work(schedule, slots); });
      for (std::thread& thread : threads)
        thread.join();
      const std::string& sum = slots[schedule.slot_of(tree.root())];
      wanted = wanted.empty() ? sum : wanted;
      EXPECT_EQ(sum, wanted);
      EXPECT_LE(schedule.slot_count(), count + 9);
    }
}

TEST(ChunkSchedule, KeepsTheFirstExceptionByChunk) {
  chunk_schedule schedule;
  schedule.start(chunk_tree(9, 9), 0, 9, 3, false);
  const auto a = schedule.next(), b = schedule.next(), c = schedule.next();
  schedule.fail(b->chunk, std::make_exception_ptr(std::runtime_error("second")));
  EXPECT_FALSE(schedule.next());
  schedule.fail(c->chunk, std::make_exception_ptr(std::runtime_error("third")));
  schedule.fail(a->chunk, std::make_exception_ptr(std::runtime_error("first")));
  EXPECT_THROW(
      {
        try {
          std::rethrow_exception(schedule.take_exception());
        } catch (const std::runtime_error& exception) {
          EXPECT_STREQ(exception.what(), "first");
          throw;
        }
      },
      std::runtime_error);
}

} // namespace
} // namespace treelize::detail
