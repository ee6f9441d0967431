// Which operators there are, and what they give: at compile time.
#include "treelize/symbolic.hpp"
#include "treelize/tree_operators.hpp"

#include <gtest/gtest.h>

#include <concepts>
#include <string>

using namespace treelize;

namespace {

template <class A, class B>
concept added = requires(A a, B b) {
  a + b;
};
template <class A, class B>
concept compared = requires(A a, B b) {
  a < b;
};
template <class A, class B>
concept reduced = requires(A a, B b) {
  a % b;
};
template <class A>
concept inverted = requires(A a) {
  ~a;
};
template <class A>
concept negated = requires(A a) {
  -a;
};
template <class A, class B>
concept chosen = requires(sym_bool c, A a, B b) {
  ite(c, a, b);
};

// What PyTorch answers with NotImplemented does not compile.
static_assert(!added<sym_int, std::string> && !added<const char*, sym_int>);
static_assert(!compared<sym_int, bool> && !reduced<bool, sym_int> && added<bool, sym_int>);
static_assert(compared<sym_float, bool> && !compared<sym_bool, sym_bool>);
static_assert(!inverted<sym_int> && !negated<sym_bool>);
static_assert(chosen<sym_int, sym_int> && !chosen<sym_int, int> && !chosen<sym_int, sym_float>);
static_assert(!std::convertible_to<sym_int, std::int64_t> && !std::convertible_to<sym_bool, bool>);
static_assert(!std::convertible_to<bool, sym_int> && !std::convertible_to<double, sym_int>);

template <class Wanted, class Got>
constexpr bool gives(const Got&) {
  return std::same_as<Wanted, Got>;
}

TEST(SymbolicMethods, GiveTheTypesOfPyTorch) {
  const sym_int n = sym_int::symbol("n");
  const sym_float f = sym_float::symbol("f");
  EXPECT_TRUE(gives<sym_int>(2 - n));
  EXPECT_TRUE(gives<sym_float>(n / 2));
  EXPECT_TRUE(gives<sym_float>(n / 1.0));
  EXPECT_TRUE(gives<sym_float>(n + f));
  EXPECT_TRUE(gives<sym_float>(1.5 * n));
  EXPECT_TRUE(gives<sym_int>(floor_div(7, n)));
  EXPECT_TRUE(gives<sym_float>(floor_div(n, 0.5)));
  EXPECT_TRUE(gives<sym_int>(floor(f)));
  EXPECT_TRUE(gives<sym_float>(sqrt(n)));
  EXPECT_TRUE(gives<sym_bool>(n == 3));
  EXPECT_TRUE(gives<sym_int>(n + true));
  EXPECT_TRUE(gives<sym_float>(pow(n, 0.5)));
}

TEST(SymbolicMethods, CountBooleansThatAreAskedForTheirTruth) {
  const sym_int n = sym_int::symbol("n");
  const sym_bool b = n > 5;
  guard_scope scope({{n, 9}});
  EXPECT_TRUE(same(n + b, n + 1));
  EXPECT_EQ((b + b).constant(), 2);
  ASSERT_EQ(scope.guards().size(), 1U);
  EXPECT_TRUE(same(scope.guards()[0], b));
}

TEST(SymbolicMethods, CarryShapesThroughTrees) {
  const sym_int n = sym_int::symbol("n"), m = sym_int::symbol("m");
  const tree<sym_int> sizes = {{"rows", n}, {"layer", {{"columns", m}, {"depth", 3}}}};
  const tree<sym_int> bytes = 8 * sizes * 2 - sizes;
  EXPECT_TRUE(same(bytes["layer"]["columns"].value(), 15 * m));
  EXPECT_EQ(bytes["layer"]["depth"].value().constant(), 45);
  EXPECT_EQ(bytes, sizes * 15);
  EXPECT_NE(bytes, sizes);
  const tree<sym_bool> large = sizes > 3;
  EXPECT_TRUE(same(large["rows"].value(), n > 3));
  const tree<sym_float> halves = sizes / 2;
  EXPECT_EQ(halves["layer"]["depth"].value().constant(), 1.5);
}

} // namespace
