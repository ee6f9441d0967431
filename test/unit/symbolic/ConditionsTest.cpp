// Comparisons, booleans, and what is decided of them.
#include "treelize/symbolic.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <string>

using namespace treelize;

namespace {

const sym_int x = sym_int::symbol("x"), y = sym_int::symbol("y");
const sym_int n = sym_int::symbol("n", bounds::nonnegative());
const sym_float f = sym_float::symbol("f");
const sym_bool b = sym_bool::symbol("b");

TEST(SymbolicConditions, AreOneNodeForOneMeaning) {
  EXPECT_TRUE(same(2 * x < 5, x <= 2));
  EXPECT_TRUE(same(!(x > 2), x <= 2));
  EXPECT_TRUE(same(x<y, y> x));
  EXPECT_TRUE(same(x == y, y == x));
  EXPECT_TRUE(same(!(x == y), x != y));
  EXPECT_TRUE(same(3 * x == 3 * y + 6, x - y == 2));
  EXPECT_TRUE(same(!(f < 1.0), f >= 1.0));
}

TEST(SymbolicConditions, AreDecidedByBounds) {
  EXPECT_EQ((n >= 0).constant(), true);
  EXPECT_EQ((n + 1 == 0).constant(), false);
  EXPECT_EQ((2 * x == 7).constant(), false);
  EXPECT_EQ((x + 1 > x).constant(), true);
  EXPECT_EQ((x % 4 < 4).constant(), true);
  EXPECT_FALSE((n >= 1).constant());
  EXPECT_TRUE(n > -1);
}

TEST(SymbolicConditions, HoldAtTheEndsOfTheIntegers) {
  constexpr auto least = std::numeric_limits<std::int64_t>::min();
  EXPECT_EQ(evaluate(x == least, {{x, least}}), true);
  EXPECT_EQ(evaluate(x > least, {{x, 0}}), true);
}

TEST(SymbolicConditions, CombineAndChoose) {
  EXPECT_TRUE(same(b & true, b));
  EXPECT_EQ((b & false).constant(), false);
  EXPECT_EQ((b ^ b).constant(), false);
  EXPECT_TRUE(same(!!b, b));
  EXPECT_TRUE(same((b & (x < 3)) & b, (x < 3) & b));
  EXPECT_TRUE(same(ite(b, x, x), x));
  EXPECT_TRUE(same(ite(b, sym_bool(true), sym_bool(false)), b));
  EXPECT_EQ(evaluate(ite(x < y, x, y), {{x, 4}, {y, 3}}), 3);
  EXPECT_EQ(evaluate(b == (x < 3), {{b, false}, {x, 3}}), true);
}

TEST(SymbolicConditions, OfAChoiceOnlyTheTakenBranchCounts) {
  const sym_int safe = ite(x == 0, sym_int(0), floor_div(10, x));
  EXPECT_EQ(evaluate(safe, {{x, 0}}), 0);
  EXPECT_EQ(evaluate(safe, {{x, 3}}), 3);
  EXPECT_THROW(evaluate(ite(x != 0, sym_int(0), floor_div(10, x)), {{x, 0}}), zero_division_error);
}

TEST(Guards, DecideForExampleValuesAndAreRecorded) {
  guard_scope scope({{x, 7}, {y, 3}});
  EXPECT_TRUE(x > y);
  EXPECT_FALSE(x > 2 * y + 1);
  EXPECT_TRUE(y < x);  // asked before
  EXPECT_TRUE(n >= 0); // certain
  ASSERT_EQ(scope.guards().size(), 2U);
  EXPECT_TRUE(same(scope.guards()[0], x > y));
  EXPECT_TRUE(same(scope.guards()[1], x <= 2 * y + 1));
}

TEST(Guards, RecordWhatPlainNumbersAreTaken) {
  guard_scope scope({{x, 7}, {f, 2.5}});
  EXPECT_EQ(static_cast<std::int64_t>(2 * x), 14);
  EXPECT_EQ(static_cast<double>(f), 2.5);
  ASSERT_EQ(scope.guards().size(), 2U);
  EXPECT_TRUE(same(scope.guards()[0], x == 7));
  EXPECT_TRUE(same(scope.guards()[1], f == 2.5));
}

TEST(Guards, DecideTheSignOfAnExponent) {
  guard_scope scope({{x, 2}, {y, -2}});
  EXPECT_TRUE(std::holds_alternative<sym_int>(power(3, x)));
  EXPECT_TRUE(std::holds_alternative<sym_float>(power(3, y)));
  EXPECT_TRUE(same(scope.guards().at(0), x >= 0));
  EXPECT_TRUE(same(scope.guards().at(1), y < 0));
}

TEST(Guards, WithoutAScopeNothingIsGuessed) {
  try {
    if (x < 3)
      FAIL();
    FAIL();
  } catch (const undecided_error& error) {
    EXPECT_NE(std::string(error.what()).find("'x <= 2'"), std::string::npos) << error.what();
  }
}

TEST(Guards, ScopesNest) {
  guard_scope outer({{x, 1}});
  {
    guard_scope inner({{x, 5}});
    EXPECT_TRUE(x > 3);
    EXPECT_EQ(inner.guards().size(), 1U);
  }
  EXPECT_FALSE(x > 3);
  EXPECT_EQ(guard_scope::current(), &outer);
  EXPECT_THROW(outer.require(x > 3), symbolic_error);
}

} // namespace
