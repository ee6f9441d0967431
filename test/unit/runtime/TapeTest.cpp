// The tape gives back what it was given, last in first out, and reuses its memory.
#include "treelize/tape.hpp"

#include <gtest/gtest.h>

#include <stdexcept>

using treelize::tape;

TEST(Tape, ReturnsScalarsInReverse) {
  tape t;
  t.push(1.5);
  t.push(true);
  t.push(7);
  EXPECT_EQ(t.pop<int>(), 7);
  EXPECT_EQ(t.pop<bool>(), true);
  EXPECT_EQ(t.pop<double>(), 1.5);
  EXPECT_TRUE(t.empty());
}

TEST(Tape, GrowsAcrossBlocks) {
  tape t;
  for (int i = 0; i < 1000000; ++i) {
    t.push(0.5 * i);
    if (i % 3 == 0)
      t.push(i);
  }
  for (int i = 1000000; i-- > 0;) {
    if (i % 3 == 0) {
      ASSERT_EQ(t.pop<int>(), i);
    }
    ASSERT_EQ(t.pop<double>(), 0.5 * i);
  }
  EXPECT_TRUE(t.empty());
}

TEST(Tape, CrossesOneBorderManyTimes) {
  tape t;
  for (int i = 0; i < 8192; ++i)
    t.push(double(i));
  const std::size_t blocks = treelize::tape_usage().blocks;
  for (int i = 0; i < 1000; ++i) {
    t.push(1.0);
    t.pop<double>();
  }
  EXPECT_LE(treelize::tape_usage().blocks, blocks + 1);
}

TEST(Tape, KeepsContainersWithTheirSize) {
  tape t;
  t.push(std::vector<double>{1, 2, 3});
  t.push(std::vector<std::vector<int>>{{1}, {}, {2, 3}});
  t.push(std::vector<bool>{true, false});
  t.push(std::string("abc"));
  t.push(std::optional<std::vector<double>>{});
  std::optional<std::vector<double>> none{{1.0}};
  t.pop(none);
  EXPECT_FALSE(none.has_value());
  EXPECT_EQ(t.pop<std::string>(), "abc");
  EXPECT_EQ(t.pop<std::vector<bool>>(), (std::vector<bool>{true, false}));
  EXPECT_EQ(t.pop<std::vector<std::vector<int>>>(), (std::vector<std::vector<int>>{{1}, {}, {2, 3}}));
  EXPECT_EQ(t.pop<std::vector<double>>(), (std::vector<double>{1, 2, 3}));
}

TEST(Tape, KeepsArraysPairsAndTuples) {
  tape t;
  double a[2][2] = {{1, 2}, {3, 4}};
  t.push(a);
  t.push(std::pair<std::vector<double>, int>{{1, 2}, 3});
  t.push(std::tuple<std::vector<double>, std::array<double, 2>>{{5}, {6, 7}});
  const auto tuple = t.pop<std::tuple<std::vector<double>, std::array<double, 2>>>();
  EXPECT_EQ(std::get<0>(tuple), std::vector<double>{5});
  EXPECT_EQ((t.pop<std::pair<std::vector<double>, int>>().second), 3);
  double b[2][2] = {};
  t.pop(b);
  EXPECT_EQ(b[1][0], 3);
}

namespace {
struct Cell {
  std::vector<double> w;
  double b = 0;
};
} // namespace
template <> struct treelize::fields<Cell> {
  static constexpr auto tie(auto& object) { return std::tie(object.w, object.b); }
};

TEST(Tape, KeepsRecords) {
  tape t;
  t.push(Cell{{1, 2}, 3});
  const Cell cell = t.pop<Cell>();
  EXPECT_EQ(cell.w, (std::vector<double>{1, 2}));
  EXPECT_EQ(cell.b, 3);
}

TEST(Tape, KeepsNumbersInOnePiece) {
  tape t;
  for (int i = 0; i < 20000; ++i) // over the edges of blocks
    t.push(i, 0.5 * i, i % 2 == 0, 'x');
  for (int i = 20000; i-- > 0;) {
    int n = 0;
    double x = 0;
    bool even = false;
    char c = 0;
    t.pop(c, even, x, n);
    ASSERT_EQ(n, i);
    ASSERT_EQ(x, 0.5 * i);
    ASSERT_EQ(even, i % 2 == 0);
    ASSERT_EQ(c, 'x');
  }
  EXPECT_TRUE(t.empty());
}

TEST(Tape, GivesIndexedArrays) {
  tape t;
  t.push('x');
  double* array = t.take<double>(1000);
  for (std::size_t i = 0; i < 1000; ++i)
    array[i] = double(i);
  EXPECT_EQ(reinterpret_cast<std::uintptr_t>(array) % alignof(double), 0u);
  t.push(2);
  EXPECT_EQ(t.pop<int>(), 2);
  EXPECT_EQ(t.give_back<double>(1000), array);
  EXPECT_EQ(array[999], 999.0);
  EXPECT_EQ(t.pop<char>(), 'x');
  EXPECT_TRUE(t.empty());
}

TEST(Tape, LetsWhatWasGivenBackBeRead) {
  tape t;
  constexpr std::size_t count = 10000; // each array in a block of its own
  for (int a = 0; a < 4; ++a)
    std::fill_n(t.take<double>(count), count, double(a));
  double* given[4];
  for (int a = 4; a-- > 0;)
    given[a] = t.give_back<double>(count);
  tape other; // must not get their blocks
  std::fill_n(other.take<double>(count), count, -1.0);
  for (int a = 0; a < 4; ++a)
    EXPECT_EQ(given[a][count - 1], double(a));
}

TEST(Tape, AllocatesNothingInTheSteadyState) {
  const auto run = [] {
    tape t;
    for (int i = 0; i < 100000; ++i)
      t.push(double(i));
  };
  run();
  run();
  const std::size_t blocks = treelize::tape_usage().blocks;
  for (int i = 0; i < 10; ++i)
    run();
  EXPECT_EQ(treelize::tape_usage().blocks, blocks);
}

TEST(Tape, NestsAndSurvivesExceptions) {
  tape outer;
  outer.push(1.0);
  try {
    tape inner;
    inner.push(2.0);
    throw std::runtime_error("stop");
  } catch (const std::runtime_error&) {
  }
  {
    tape inner;
    inner.push(3.0);
    EXPECT_EQ(inner.pop<double>(), 3.0);
  }
  EXPECT_EQ(outer.pop<double>(), 1.0);
}

TEST(Tape, RefusesRoomThatNoAddressCanCount) {
  tape t;
  EXPECT_THROW(t.take<double>(std::size_t{1} << 61), std::bad_array_new_length);
  EXPECT_TRUE(t.empty());
}

TEST(Tape, TellsItsPeak) {
  treelize::tape_reset();
  tape t;
  for (int i = 0; i < 100000; ++i)
    t.push(double(i));
  t.mark_peak();
  EXPECT_EQ(treelize::tape_usage().peak, 800000u);
}
