// Sparse matrices as the triplets of Ipopt; other libraries are tried in test/matrices.
#include "Patterns.h"

#include "treelize/adapt/ipopt.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

namespace {

using namespace treelize;
using namespace treelize::test;

// 1 . 2
// . 3 4
// 5 6 7
csr small() {
  csr matrix =
      patternOf(3, 3, [](std::size_t i, std::size_t j) { return i == j || i == 2 || j == 2; });
  matrix.value = {1, 2, 3, 4, 5, 6, 7};
  return matrix;
}

TEST(Ipopt, TakesAJacobianAsTriplets) {
  const csr matrix = small();
  const int count = ipopt::entries<int>(matrix);
  ASSERT_EQ(count, 7);
  std::vector<int> rows(7), cols(7);
  std::vector<double> values(7);
  ipopt::structure(matrix, rows.data(), cols.data());
  ipopt::values(matrix, values.data());
  EXPECT_EQ(rows, (std::vector{0, 0, 1, 1, 2, 2, 2}));
  EXPECT_EQ(cols, (std::vector{0, 2, 1, 2, 0, 1, 2}));
  EXPECT_EQ(values, matrix.value);
}

TEST(Ipopt, TakesTheLowerTriangleOfAHessian) {
  const csr matrix = small();
  const int count = ipopt::lower_entries<int>(matrix);
  ASSERT_EQ(count, 5);
  std::vector<int> rows(5), cols(5);
  std::vector<double> values(5);
  ipopt::lower_structure(matrix, rows.data(), cols.data(), 1);
  ipopt::lower_values(matrix, values.data());
  EXPECT_EQ(rows, (std::vector{1, 2, 3, 3, 3}));
  EXPECT_EQ(cols, (std::vector{1, 2, 1, 2, 3}));
  EXPECT_EQ(values, (std::vector<double>{1, 3, 5, 6, 7}));
}

TEST(Ipopt, AnIndexThatDoesNotFitThrows) {
  const csr wide{.rows = 1, .cols = 300, .row_start = {0, 1}, .col = {299}, .value = {1}};
  std::int8_t row, col;
  try {
    ipopt::structure(wide, &row, &col);
    FAIL() << "299 is taken for a number of eight bits";
  } catch (const index_error& error) {
    EXPECT_EQ(
        std::string(error.what()),
        "treelize: the number of columns, 300, does not fit an index of 8 bits: choose a wider "
        "type of indices, or a smaller problem");
  }
}

} // namespace
