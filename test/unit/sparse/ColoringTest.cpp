// Colours of rows, columns and of symmetric patterns: what a value is read from holds nothing else.
#include "Patterns.h"

#include "treelize/detail/coloring.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

namespace {

using namespace treelize;
using namespace treelize::test;

using Entry = std::pair<std::size_t, std::size_t>;

std::set<Entry> entriesOf(const csr& pattern) {
  std::set<Entry> entries;
  for (std::size_t i = 0; i < pattern.rows; ++i)
    for (std::size_t k = pattern.row_start[i]; k < pattern.row_start[i + 1]; ++k)
      entries.insert({i, pattern.col[k]});
  return entries;
}

/// How many entries of the row are in columns of this colour.
std::size_t inRow(const std::set<Entry>& entries, const csr& m, std::size_t row,
                  std::size_t color) {
  std::size_t count = 0;
  for (const auto& [i, j] : entries)
    count += i == row && m.state.colors.color[j] == color;
  return count;
}
std::size_t inColumn(const std::set<Entry>& entries, const csr& m, std::size_t col,
                     std::size_t color) {
  std::size_t count = 0;
  for (const auto& [i, j] : entries)
    count += j == col && m.state.colors.color[i] == color;
  return count;
}

csr jacobian(csr pattern) {
  detail::color_jacobian(pattern);
  return pattern;
}
csr hessian(csr pattern) {
  detail::color_hessian(pattern);
  return pattern;
}

TEST(Coloring, EveryEntryOfAJacobianStandsAloneInItsSeed) {
  constexpr unsigned seed = 20260611;
  SCOPED_TRACE(seed);
  std::mt19937 random(seed);
  for (int round = 0; round < 200; ++round) {
    const csr m = jacobian(randomPattern(random, random() % 14, random() % 14));
    const std::set<Entry> entries = entriesOf(m);
    for (const auto& [i, j] : entries) {
      const auto& [isByRows, color, count, ofEntry, mirrored] = m.state.colors;
      ASSERT_LT(color[isByRows ? i : j], count);
      ASSERT_EQ(isByRows ? inColumn(entries, m, j, color[i]) : inRow(entries, m, i, color[j]), 1u)
          << "round " << round << ", entry " << i << ", " << j;
    }
    ASSERT_EQ(m.colors() == 0, entries.empty());
  }
}

TEST(Coloring, EveryEntryOfAHessianStandsAloneWhereItIsRead) {
  constexpr unsigned seed = 20260612;
  SCOPED_TRACE(seed);
  std::mt19937 random(seed);
  for (int round = 0; round < 200; ++round) {
    const csr m = hessian(randomSymmetricPattern(random, random() % 16));
    const std::set<Entry> entries = entriesOf(m);
    const std::vector<std::size_t>& color = m.state.colors.color;
    const std::vector<Entry> list(entries.begin(), entries.end());
    const std::map<std::size_t, std::size_t> mirrored(m.state.colors.mirrored.begin(),
                                                      m.state.colors.mirrored.end());
    for (std::size_t k = 0; k < list.size(); ++k) {
      const auto image = mirrored.find(k);
      const auto [i, j] = list[image == mirrored.end() ? k : image->second];
      ASSERT_EQ(std::minmax(i, j), std::minmax(list[k].first, list[k].second));
      ASSERT_EQ(inRow(entries, m, i, color[j]), 1u)
          << "round " << round << ", entry " << i << ", " << j;
    }
  }
}

TEST(Coloring, ABandTakesItsWidth) {
  for (const std::size_t half : {0u, 1u, 2u, 5u}) {
    const csr band =
        patternOf(60, 60, [&](std::size_t i, std::size_t j) { return distance(i, j) <= half; });
    EXPECT_EQ(jacobian(band).colors(), 2 * half + 1);
    EXPECT_FALSE(jacobian(band).state.colors.is_by_rows);
  }
}

// By turns, also where neighbours happen not to meet: no other colours are tried.
TEST(Coloring, ABandWithGapsTakesItsColorsByTurns) {
  const csr band = jacobian(patternOf(9, 11, [](std::size_t i, std::size_t j) {
    return j == i || j == i + 2 || (i > 4 && j == i + 1);
  }));
  ASSERT_EQ(band.colors(), 3u);
  EXPECT_FALSE(band.state.colors.is_by_rows);
  for (std::size_t j = 0; j < band.cols; ++j)
    EXPECT_EQ(band.state.colors.color[j], j % 3);
}

TEST(Coloring, FewLongRowsAreTakenByRows) {
  const csr wide = patternOf(2, 50, [](std::size_t, std::size_t) { return true; });
  EXPECT_EQ(jacobian(wide).colors(), 2u);
  EXPECT_TRUE(jacobian(wide).state.colors.is_by_rows);
  const csr tall = patternOf(50, 2, [](std::size_t, std::size_t) { return true; });
  EXPECT_EQ(jacobian(tall).colors(), 2u);
  EXPECT_FALSE(jacobian(tall).state.colors.is_by_rows);
}

TEST(Coloring, AnArrowOfAHessianTakesTwoWhereverItPoints) {
  for (const std::size_t at : {0u, 17u, 39u})
    EXPECT_EQ(hessian(patternOf(40, 40,
                                [&](std::size_t i, std::size_t j) {
                                  return i == j || i == at || j == at;
                                }))
                  .colors(),
              2u);
}

TEST(Coloring, ATridiagonalHessianTakesThree) {
  EXPECT_EQ(
      hessian(patternOf(50, 50, [](std::size_t i, std::size_t j) { return distance(i, j) <= 1; }))
          .colors(),
      3u);
}

TEST(Coloring, WithoutEntriesThereIsNoColor) {
  const auto nothing = [](std::size_t, std::size_t) { return false; };
  EXPECT_EQ(jacobian(patternOf(3, 4, nothing)).colors(), 0u);
  EXPECT_EQ(hessian(patternOf(3, 3, nothing)).colors(), 0u);
  EXPECT_EQ(jacobian(patternOf(0, 0, nothing)).colors(), 0u);
}

} // namespace
