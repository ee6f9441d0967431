// The numbers of a tree as one row: in the order of its leaves, read and written from anywhere.
#include "treelize/detail/flat_numbers.hpp"

#include <gtest/gtest.h>

#include <array>
#include <complex>
#include <limits>
#include <map>
#include <numeric>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace treelize::detail {
namespace {

using mixed = std::tuple<std::vector<float>, int, std::array<double, 3>, std::optional<double>,
                         std::map<std::string, std::vector<double>>, std::complex<double>,
                         std::vector<bool>, std::pair<double, double>>;

mixed numbered() {
  return {{1, 2},   7,      {3, 4, 5}, 6, {{"a", {7, 8}}, {"b", {}}, {"c", {9}}},
          {10, 11}, {true}, {12, 13}};
}

TEST(FlatNumbers, ReadsInTheOrderOfTheLeaves) {
  mixed tree = numbered();
  const flat_numbers numbers(tree);
  std::vector<double> all(numbers.size()), wanted(13);
  numbers.read(0, all);
  std::iota(wanted.begin(), wanted.end(), 1);
  EXPECT_EQ(all, wanted);
}

TEST(FlatNumbers, ReadsAndWritesAnyPart) {
  for (std::size_t first = 0; first <= 13; ++first)
    for (std::size_t count = 0; first + count <= 13; ++count) {
      mixed tree = numbered();
      const flat_numbers numbers(tree);
      std::vector<double> part(count);
      numbers.read(first, part);
      for (std::size_t i = 0; i < count; ++i) {
        EXPECT_EQ(part[i], static_cast<double>(first + i + 1));
        part[i] = -2 * part[i];
      }
      numbers.write(first, part, 2);
      std::vector<double> all(13);
      numbers.read(0, all);
      for (std::size_t i = 0; i < 13; ++i)
        EXPECT_EQ(all[i], i >= first && i < first + count ? -(i + 1.0) : i + 1.0);
      EXPECT_EQ(std::get<1>(tree), 7);
    }
}

TEST(FlatNumbers, NothingIsAnEmptyRow) {
  std::pair<std::vector<double>, std::optional<double>> nothing;
  const flat_numbers numbers(nothing);
  EXPECT_EQ(numbers.size(), 0u);
  numbers.read(0, {});
  numbers.write(0, {});
}

TEST(FlatNumbers, FloatsAreDividedAndRoundedAsFloats) {
  std::pair<float, double> tree;
  const flat_numbers numbers(tree);
  const std::vector<double> ones{1, 1};
  numbers.write(0, ones, 3);
  EXPECT_EQ(tree.first, 1.0f / 3.0f);
  EXPECT_EQ(tree.second, 1.0 / 3.0);
  // Every sum of two floats, rounded once from double, is the sum of floats.
  float a = 1;
  for (int i = 0; i < 1000; ++i, a *= 1.0173f) {
    const float b = 3.3f / a;
    std::vector<double> sum{static_cast<double>(a) + static_cast<double>(b), 0.1};
    numbers.round(0, sum);
    EXPECT_EQ(sum[0], static_cast<double>(a + b));
    EXPECT_EQ(sum[1], 0.1);
  }
}

} // namespace
} // namespace treelize::detail
