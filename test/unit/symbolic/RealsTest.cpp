// Reals calculate in doubles as they are written, and are rewritten only where that is exact.
#include "treelize/symbolic.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

using namespace treelize;

namespace {

const sym_float f = sym_float::symbol("f"), g = sym_float::symbol("g");
const sym_int x = sym_int::symbol("x"), small = sym_int::symbol("small", bounds::between(-9, 9));

TEST(SymbolicReals, AreNotReassociated) {
  const sym_float sum = f + 0.1 + 0.2;
  EXPECT_EQ(evaluate(sum, {{f, 0.3}}), 0.3 + 0.1 + 0.2);
  EXPECT_FALSE(same(sum, f + (0.1 + 0.2)));
}

TEST(SymbolicReals, FollowTheLawsOfTheTable) {
  EXPECT_TRUE(same(f * g, g * f));
  EXPECT_TRUE(same(1.0 * f, f));
  EXPECT_TRUE(same(f - 0.0, f));
  EXPECT_TRUE(same(f / 1, f));
  EXPECT_TRUE(same(-(-f), f));
  EXPECT_TRUE(same(fabs(fabs(f)), fabs(f)));
  EXPECT_TRUE(same(max(f, f), f));
  EXPECT_TRUE(same(pow(f, 1.0), f));
  EXPECT_EQ(pow(f, 0.0).constant(), 1.0);
  EXPECT_EQ((f / f).constant(), 1.0);
}

TEST(SymbolicReals, HaveEveryFunctionOfTheTable) {
  constexpr double a = 0.43, b = 0.71, c = 0.37;
  const auto at = [](const auto& formula) {
    return static_cast<double>(evaluate(formula, {{f, a}, {g, b}}));
  };
#define EXPECT_1(function) EXPECT_EQ(at(function(f)), std::function(a)) << #function
#define EXPECT_2(function) EXPECT_EQ(at(function(f, g)), std::function(a, b)) << #function
#define EXPECT_3(function) EXPECT_EQ(at(function(f, g, c)), std::function(a, b, c)) << #function
#define TREELIZE_SIGN(...)
#define TREELIZE_FUNCTION(name, function, arity, ...)                                              \
  if (std::string_view(#name) != "acosh") {                                                        \
    EXPECT_##arity(function);                                                                      \
  }
#include "treelize/detail/operators.def"
  EXPECT_EQ(evaluate(acosh(f), {{f, 1.5}}), std::acosh(1.5));
}

TEST(SymbolicReals, RoundToIntegersAndBack) {
  EXPECT_EQ(evaluate(floor(f), {{f, -2.5}}), -3);
  EXPECT_EQ(evaluate(ceil(f), {{f, -2.5}}), -2);
  EXPECT_EQ(evaluate(trunc(f), {{f, -2.5}}), -2);
  EXPECT_EQ(evaluate(round(f), {{f, 2.5}}), 2);
  EXPECT_EQ(evaluate(round(f), {{f, -0.5}}), 0);
  EXPECT_TRUE(same(floor(to_float(small)), small));
  EXPECT_FALSE(same(floor(to_float(x)), x)); // large integers are no doubles
  EXPECT_TRUE(same(floor(x), x));
  EXPECT_THROW(evaluate(floor(f), {{f, 1e19}}), overflow_error);
  EXPECT_EQ(evaluate(f.is_integer(), {{f, 1e300}}), true);
}

TEST(SymbolicReals, DivideAsPythonDoes) {
  EXPECT_EQ(evaluate(floor_div(f, g), {{f, 1.0}, {g, 0.1}}), 9.0);
  EXPECT_EQ(evaluate(f % g, {{f, -7.5}, {g, 2.0}}), 0.5);
  EXPECT_EQ(evaluate(f % g, {{f, 7.5}, {g, -2.0}}), -0.5);
}

TEST(SymbolicReals, WithoutAFiniteValueAreErrors) {
  EXPECT_THROW(sqrt(sym_float(-1.0)), domain_error);
  EXPECT_THROW(evaluate(log(f), {{f, 0.0}}), domain_error);
  EXPECT_THROW(evaluate(f / g, {{f, 1.0}, {g, 0.0}}), zero_division_error);
  EXPECT_THROW(pow(sym_float(0.0), -1.0), zero_division_error);
  EXPECT_THROW(sym_float{std::numeric_limits<double>::quiet_NaN()}, domain_error);
  EXPECT_EQ(pow(sym_float(-7), -3).constant(), std::pow(-7.0, -3.0));
}

} // namespace
