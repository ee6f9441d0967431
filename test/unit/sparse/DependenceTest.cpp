// Dependency sets against sets of the standard library.
#include <treelize/detail/dependence.hpp>
#include <treelize/error.hpp>

#include <gtest/gtest.h>

#include <random>
#include <set>
#include <utility>
#include <vector>

namespace {

using namespace treelize::dependence;
using inputs = std::set<std::size_t>;

inputs inputsOf(sets& all, number set) {
  const std::vector<std::size_t>& found = all.inputs(set);
  EXPECT_TRUE(std::is_sorted(found.begin(), found.end()));
  return {found.begin(), found.end()};
}

TEST(Dependence, TheSameInputsAreTheSameSet) {
  sets all;
  const number a = all.single(0), b = all.single(1), c = all.single(5);
  EXPECT_EQ(join(join(a, b), c), join(a, join(c, b)));
  EXPECT_EQ(join(a, 0), a);
  EXPECT_EQ(join(join(a, b), a), join(a, b));
  EXPECT_EQ(joined(double(a), double(b), double(c)), double(join(join(a, b), c)));
}

// Beyond 32 intervals a set knows its parts alone, and joins of many that overlap are written out.
TEST(Dependence, RandomJoinsAreRight) {
  sets all;
  std::mt19937 random(1);
  constexpr std::size_t count = 300;
  std::vector<std::pair<number, inputs>> known;
  for (std::size_t input = 0; input < count; ++input)
    known.push_back({all.single(input), {input}});
  for (int step = 0; step < 4000; ++step) {
    const auto& a = known[random() % known.size()];
    const auto& b = known[random() % 4 == 0 ? random() % count : random() % known.size()];
    inputs both = a.second;
    both.insert(b.second.begin(), b.second.end());
    const number set = random() % 3 == 0 ? widen(a.first, b.first) : join(a.first, b.first);
    auto& to = known[random() % 2 ? random() % known.size() : known.size() - 1 - random() % 50];
    to = {set, std::move(both)};
  }
  for (const auto& [set, expected] : known)
    ASSERT_EQ(inputsOf(all, set), expected);
}

TEST(Dependence, WideningTellsWhatGrows) {
  sets all;
  std::vector<number> x;
  for (std::size_t input = 0; input < 100; ++input)
    x.push_back(all.single(input));
  number every = 0, odd = 0;
  for (std::size_t input = 0; input < 100; ++input) {
    every = join(every, x[input]);
    odd = input % 2 ? join(odd, x[input]) : odd;
  }
  growth loop;
  EXPECT_TRUE(loop.goes_on());
  EXPECT_EQ(widen(every, odd), every);
  EXPECT_FALSE(loop.goes_on());
  EXPECT_EQ(inputsOf(all, widen(odd, x[0])).size(), 51u);
  EXPECT_TRUE(loop.goes_on());
  EXPECT_FALSE(loop.goes_on());
}

TEST(Dependence, InteractionsAreSymmetric) {
  sets all;
  const number a = all.single(0), b = all.single(1), c = all.single(2);
  product(double(a), double(join(b, c)));
  quotient(0.0, double(c));
  product(double(a), 0.0);
  std::vector<std::size_t> row_start, columns;
  all.interactions(3, row_start, columns);
  EXPECT_EQ(row_start, (std::vector<std::size_t>{0, 2, 3, 5}));
  EXPECT_EQ(columns, (std::vector<std::size_t>{1, 2, 0, 0, 2}));
}

TEST(Dependence, ALongSumCostsAsMuchAsItsLength) {
  sets all;
  constexpr std::size_t count = 20000;
  for (std::size_t input = 0; input < count; ++input)
    all.single(input);
  double sum = 0;
  for (std::size_t input = 0; input < count; ++input)
    if (input % 3) // never one interval
      sum = joined(sum, double(all.single(input * 7919 % count)));
  EXPECT_EQ(all.inputs(number_in(sum)).size(), count - count / 3 - 1);
}

TEST(Dependence, AFloatHasRoomForItsDigits) {
  EXPECT_EQ(real_of<float>(1 << 24), 16777216.0f);
  EXPECT_THROW(real_of<float>((1 << 24) + 1), treelize::error);
  EXPECT_THROW(number_in(-1.0), treelize::error);
}

TEST(Dependence, ARunWithinARunHasSetsOfItsOwn) {
  sets outer;
  const number a = outer.single(0), b = outer.single(1);
  {
    sets inner;
    inner.single(0);
    EXPECT_THROW(join(2, 7), treelize::error);
  }
  EXPECT_EQ(inputsOf(outer, join(a, b)), (inputs{0, 1}));
}

} // namespace
