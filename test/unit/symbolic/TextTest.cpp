// Formulas as text, and as C++ that calculates them.
#include "treelize/symbolic.hpp"

#include <gtest/gtest.h>

#include <sstream>

using namespace treelize;

namespace {

const sym_int m = sym_int::symbol("m");
const sym_int n = sym_int::symbol("n", bounds::nonnegative());
const sym_float f = sym_float::symbol("f");

TEST(SymbolicText, IsAsPeopleWriteIt) {
  EXPECT_EQ(to_text(8 * n * (m + 1)), "8*n*(m + 1)");
  EXPECT_EQ(to_text(3 - n - 2 * m), "3 - 2*m - n");
  EXPECT_EQ(to_text(-floor_div(m, 3)), "-(m // 3)");
  EXPECT_EQ(to_text(2 * (m % 3)), "2*(m % 3)");
  EXPECT_EQ(to_text(pow(m + 1, 2) * n), "n*(m + 1)**2");
  EXPECT_EQ(to_text(min(m, 3)), to_text(min(3, m)));
  EXPECT_EQ(to_text(m < 2 * n + 3), "m <= 2*n + 2");
  EXPECT_EQ(to_text(m > n), "n < m");
  EXPECT_EQ(to_text(m >= 3), "m >= 3");
  EXPECT_EQ(to_text(ite(m == n, m, n)), "(m if m == n else n)");
  EXPECT_EQ(to_text(sqrt(f) / 2), "sqrt(f) / 2.0");
  EXPECT_EQ(to_text(-(f + 1)), "-(f + 1.0)");
  std::ostringstream out;
  out << n + 1;
  EXPECT_EQ(out.str(), "n + 1");
}

TEST(SymbolicText, IsCpp) {
  EXPECT_EQ(to_cpp(floor_div(n + 1, 2)), "(n + 1) / 2");
  EXPECT_EQ(to_cpp(floor_div(m, 2)), "treelize::floor_div(m, 2)");
  EXPECT_EQ(to_cpp(n % 4), "n % 4");
  EXPECT_EQ(to_cpp(pow(m, 3)), "m*m*m");
  EXPECT_EQ(to_cpp(pow(m + 1, 9)), "treelize::natural_power(m + 1, 9)");
  EXPECT_EQ(to_cpp(m / 3), "treelize::true_div(m, 3)");
  EXPECT_EQ(to_cpp(ite(m == n, m, n)), "(m == n ? m : n)");
  EXPECT_EQ(to_cpp(sym_int(INT64_MIN)), "(-9223372036854775807 - 1)");
  EXPECT_EQ(to_cpp(floor(f)), "static_cast<std::int64_t>(std::floor(f))");
}

} // namespace
