// The slope of a power by its base, from the power's value or without it.
#include "treelize/detail/math.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace {

template <class Number>
Number slope(Number a, Number b) {
  return treelize::pow_slope(a, b, std::pow(a, b));
}

TEST(PowSlope, IsTheFormulas) {
  for (const double a : {0.3, 1.0, 7.5, -2.0, -0.4})
    for (const double b : {-3.0, -1.0, 1.0, 2.0, 5.0})
      EXPECT_DOUBLE_EQ(slope(a, b), b * std::pow(a, b - 1));
  EXPECT_DOUBLE_EQ(slope(0.3, 0.8), 0.8 * std::pow(0.3, -0.2));
  EXPECT_FLOAT_EQ(slope(0.3F, 0.8F), 0.8F * std::pow(0.3F, -0.2F));
}

TEST(PowSlope, OfAnExponentOfZeroIsZero) {
  EXPECT_EQ(slope(2.0, 0.0), 0);
  EXPECT_EQ(slope(0.0, 0.0), 0);
  EXPECT_EQ(slope(-1.0, 0.0), 0);
}

TEST(PowSlope, AtZero) {
  EXPECT_EQ(slope(0.0, 1.0), 1);
  EXPECT_EQ(slope(0.0, 2.0), 0);
  EXPECT_EQ(slope(0.0, 0.5), std::numeric_limits<double>::infinity());
}

TEST(PowSlope, WhereTheValueIsTooSmallOrTooLarge) {
  EXPECT_DOUBLE_EQ(slope(1e-200, 2.0), 2e-200);
  EXPECT_DOUBLE_EQ(slope(1e200, 2.0), 2e200);
  EXPECT_DOUBLE_EQ(slope(1e-160, 2.0), 2e-160); // whose value has lost digits
  EXPECT_FLOAT_EQ(slope(1e-30F, 2.0F), 2e-30F);
}

TEST(PowSlope, OfWhatIsNoNumberIsNone) {
  EXPECT_TRUE(std::isnan(slope(-1.0, 0.5)));
  EXPECT_TRUE(std::isnan(slope(std::nan(""), 2.0)));
}

} // namespace
