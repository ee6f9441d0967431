// Integers: the canonical form, bounds, overflow.
#include "treelize/symbolic.hpp"

#include <gtest/gtest.h>

#include <limits>

using namespace treelize;

namespace {

const sym_int x = sym_int::symbol("x"), y = sym_int::symbol("y");
const sym_int n = sym_int::symbol("n", bounds::nonnegative());
const sym_int p = sym_int::symbol("p", bounds::positive());
constexpr std::int64_t greatest = std::numeric_limits<std::int64_t>::max();

TEST(SymbolicIntegers, AreOneNodePerFormula) {
  EXPECT_TRUE(same(x + y, y + x));
  EXPECT_TRUE(same(2 * (x + 1) - 2, x + x));
  EXPECT_TRUE(same(x * (2 * y + 2), 2 * x * (y + 1)));
  EXPECT_TRUE(same((x + 1) * y * (x + 1), pow(x + 1, 2) * y));
  EXPECT_TRUE(same(-x, 0 - x));
  EXPECT_FALSE(same(x, sym_int::symbol("x", bounds::positive())));
}

TEST(SymbolicIntegers, GiveConstantsBackAsPlainNumbers) {
  EXPECT_EQ((x - x + 3).constant(), 3);
  EXPECT_EQ(sym_int(6).constant(), 6);
  EXPECT_FALSE((x + 1).constant());
  EXPECT_EQ(static_cast<std::int64_t>(sym_int(2) * 3), 6);
  EXPECT_EQ(pow(x, 0).constant(), 1);
  EXPECT_EQ(pow(sym_int(0), 0).constant(), 1);
}

TEST(SymbolicIntegers, KnowTheirBounds) {
  EXPECT_EQ((n + 3).range(), bounds::at_least(3));
  EXPECT_EQ((x * x).range(), bounds::nonnegative());
  EXPECT_EQ((x % 5).range(), bounds::between(0, 4));
  EXPECT_EQ(min(n, 7).range(), bounds::between(0, 7));
  EXPECT_EQ((-2 * p).range(), bounds::at_most(-2));
  EXPECT_EQ(floor_div(sym_int::symbol("b", bounds::between(-7, 9)), 3).range(),
            bounds::between(-3, 3));
}

TEST(SymbolicIntegers, SimplifyWithinTheirBounds) {
  EXPECT_TRUE(same(abs(n), n));
  EXPECT_TRUE(same(abs(-n), n));
  EXPECT_TRUE(same(max(p, 0), p));
  EXPECT_EQ(min(max(x, 3), 2).constant(), 2);
  EXPECT_TRUE(same(min(x, x + 1), x));
  EXPECT_TRUE(same(min(y, min(x, y)), min(x, y)));
  EXPECT_TRUE(same(max(x, 3), max(3, max(x, 2))));
}

TEST(SymbolicIntegers, RefuseWhatDoesNotFit) {
  EXPECT_THROW(sym_int(greatest) + 1, overflow_error);
  EXPECT_THROW((x * greatest) * 2, overflow_error);
  EXPECT_THROW(pow(sym_int(2), 63), overflow_error);
  EXPECT_THROW(evaluate(x * y, {{x, greatest}, {y, 2}}), overflow_error);
  EXPECT_THROW(sym_int{std::numeric_limits<std::uint64_t>::max()}, overflow_error);
  // What only looks as if it did not fit is right.
  EXPECT_EQ(evaluate(x + y - 1, {{x, greatest}, {y, 1}}), greatest);
  EXPECT_EQ((x + greatest - x - greatest).constant(), 0);
  EXPECT_EQ((n + greatest >= 0).constant(), true);
}

TEST(SymbolicIntegers, PowersAreNatural) {
  EXPECT_THROW(pow(x, -1), domain_error);
  EXPECT_THROW(evaluate(pow(x, y), {{x, 2}, {y, -1}}), domain_error);
  EXPECT_EQ(evaluate(pow(x, y), {{x, -3}, {y, 3}}), -27);
  EXPECT_TRUE(same(pow(pow(x, 2), 3), pow(x, 6)));
  EXPECT_TRUE(same(x << 3, 8 * x));
  EXPECT_TRUE(same(x >> 2, floor_div(x, 4)));
  EXPECT_EQ(evaluate(x >> y, {{x, -9}, {y, 2}}), -3);
}

TEST(SymbolicIntegers, HaveBits) {
  EXPECT_EQ((sym_int(12) & 10).constant(), 8);
  EXPECT_TRUE(same(x & -1, x));
  EXPECT_EQ((x ^ x).constant(), 0);
  EXPECT_EQ((n & 7).range(), bounds::between(0, 7));
  EXPECT_EQ(evaluate(x | y, {{x, 5}, {y, -8}}), 5 | -8);
}

} // namespace
