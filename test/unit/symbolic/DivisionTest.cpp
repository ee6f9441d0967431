// Division that rounds down and its remainder: each rule, and both signs.
#include "treelize/symbolic.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>

using namespace treelize;

namespace {

const sym_int x = sym_int::symbol("x"), y = sym_int::symbol("y");
const sym_int n = sym_int::symbol("n", bounds::nonnegative());
const sym_int p = sym_int::symbol("p", bounds::positive());

TEST(SymbolicDivision, TakesOutWhatTheDivisorDivides) {
  EXPECT_TRUE(same(floor_div(4 * x + y, 2), 2 * x + floor_div(y, 2)));
  EXPECT_TRUE(same(floor_div(x + 7, 2), floor_div(x + 1, 2) + 3));
  EXPECT_TRUE(same(floor_div(x * y + 1, x), y + floor_div(1, x)));
  EXPECT_TRUE(same(floor_div(x * x + x, x + 1), x));
  EXPECT_TRUE(same((4 * x + y + 6) % 2, y % 2));
  EXPECT_TRUE(same(4 * x % 3, x % 3));
}

TEST(SymbolicDivision, CancelsCommonFactors) {
  EXPECT_TRUE(same(floor_div(4, 2 * x), floor_div(2, x)));
  EXPECT_TRUE(same(floor_div(2 * x + 3, 4), floor_div(x + 1, 2)));
  EXPECT_TRUE(same((2 * x + 3) % 4, 2 * ((x + 1) % 2) + 1));
  EXPECT_TRUE(same(floor_div(x * y, x * p), floor_div(y, p)));
}

TEST(SymbolicDivision, MergesNestedDivisionsByPositiveDivisorsOnly) {
  EXPECT_TRUE(same(floor_div(floor_div(x, 3), 2), floor_div(x, 6)));
  EXPECT_TRUE(same(floor_div(floor_div(x, y), p), floor_div(x, y * p)));
  const sym_int nested = floor_div(floor_div(x, 3), -2);
  for (std::int64_t at = -13; at <= 13; ++at)
    EXPECT_EQ(evaluate(nested, {{x, at}}), floor_div(floor_div(at, 3), -2)) << at;
}

TEST(SymbolicDivision, UsesBounds) {
  const sym_int digit = sym_int::symbol("digit", bounds::between(0, 9));
  EXPECT_EQ(floor_div(digit, 10).constant(), 0);
  EXPECT_TRUE(same(digit % 10, digit));
  EXPECT_TRUE(same(n % (n + 1), n));
  EXPECT_EQ(floor_div(n, n + p).constant(), 0);
  EXPECT_EQ(floor_div(x % p, p).constant(), 0);
}

TEST(SymbolicDivision, RemaindersOfRemaindersAreOne) {
  EXPECT_TRUE(same(x % 12 % 4, x % 4));
  EXPECT_TRUE(same((x % (2 * p) + y) % p, (x + y) % p));
  EXPECT_EQ(evaluate(x % 4 % 12, {{x, -1}}), 3);
}

TEST(SymbolicDivision, CeilingsAreRightForDivisorsOfBothSigns) {
  for (std::int64_t a = -9; a <= 9; ++a)
    for (std::int64_t b : {-4, -2, -1, 1, 3, 5}) {
      const auto expected =
          static_cast<std::int64_t>(std::ceil(static_cast<double>(a) / static_cast<double>(b)));
      EXPECT_EQ(evaluate(ceil_div(x, y), {{x, a}, {y, b}}), expected);
      EXPECT_EQ(evaluate(ceil_div(x, b), {{x, a}}), expected);
    }
}

TEST(SymbolicDivision, ByZeroIsAnError) {
  EXPECT_THROW(floor_div(x, 0), zero_division_error);
  EXPECT_THROW(x % (y - y), zero_division_error);
  EXPECT_THROW(x / 0, zero_division_error);
  EXPECT_THROW(evaluate(floor_div(x, y), {{x, 1}, {y, 0}}), zero_division_error);
}

TEST(SymbolicDivision, TrueQuotientsAreRoundedOnce) {
  // Taken as doubles first, the operands would be rounded, too.
  EXPECT_EQ((sym_int(9007199254740993) / 1).constant(), 9007199254740992.0);
  EXPECT_EQ((sym_int(INT64_MAX) / sym_int(INT64_MAX - 1)).constant(), 1.0);
  EXPECT_EQ((sym_int(-7) / 2).constant(), -3.5);
  EXPECT_EQ((sym_int(INT64_MIN) / 3).constant(), -3074457345618258602.6666);
  EXPECT_EQ((sym_int(1) / 3).constant(), 1.0 / 3);
  EXPECT_EQ((2 * x / (4 * x)).constant(), 0.5);
}

} // namespace
