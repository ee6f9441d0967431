#include "treelize/detail/dense_lu.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace {

using treelize::dense_lu;

TEST(DenseLu, SolvesWithRowsExchanged) {
  const dense_lu<double> lu({0, 2, 1, 1, 1, 0, 3, 0, 1}, 3);
  std::vector<double> b = {7, 3, 6}; // of (1, 2, 3)
  lu.solve(b);
  EXPECT_NEAR(b[0], 1, 1e-14);
  EXPECT_NEAR(b[1], 2, 1e-14);
  EXPECT_NEAR(b[2], 3, 1e-14);
}

TEST(DenseLu, SolvesTheTransposed) {
  const dense_lu<double> lu({0, 2, 1, 1, 1, 0, 3, 0, 1}, 3);
  std::vector<double> b = {11, 4, 4}; // the columns times (1, 2, 3)
  lu.solve_transposed(b);
  EXPECT_NEAR(b[0], 1, 1e-14);
  EXPECT_NEAR(b[1], 2, 1e-14);
  EXPECT_NEAR(b[2], 3, 1e-14);
}

TEST(DenseLu, SolvesOneAndNoEquation) {
  const dense_lu<float> one({4}, 1);
  std::vector<float> b = {2};
  one.solve_transposed(b);
  EXPECT_EQ(b[0], 0.5F);
  const dense_lu<double> none({}, 0);
  std::vector<double> nothing;
  none.solve(nothing);
}

TEST(DenseLu, AgreesWithItsTransposeOnManyNumbers) {
  constexpr std::size_t n = 12;
  std::vector<double> a(n * n), transposed(n * n), x(n), y(n);
  for (std::size_t i = 0; i < n * n; ++i)
    a[i] = std::sin(static_cast<double>(i * i + 1));
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < n; ++j)
      transposed[j * n + i] = a[i * n + j];
  for (std::size_t i = 0; i < n; ++i)
    x[i] = y[i] = static_cast<double>(i) - 3;
  dense_lu<double>(a, n).solve_transposed(x);
  dense_lu<double>(transposed, n).solve(y);
  for (std::size_t i = 0; i < n; ++i)
    EXPECT_NEAR(x[i], y[i], 1e-10);
}

TEST(DenseLu, RefusesAMatrixWithoutInverse) {
  EXPECT_THROW(dense_lu<double>({1, 2, 2, 4}, 2), treelize::singular_matrix_error);
  EXPECT_THROW(dense_lu<double>({0}, 1), treelize::singular_matrix_error);
  EXPECT_THROW(dense_lu<double>({0.1, 0.3, 0.2, 0.6}, 2), treelize::singular_matrix_error); // but for rounding
  EXPECT_THROW(dense_lu<double>({std::numeric_limits<double>::quiet_NaN()}, 1), treelize::error);
}

} // namespace
