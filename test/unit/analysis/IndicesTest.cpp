#include "KernelText.h"

#include "analysis/Indices.h"

#include <limits>

namespace {

using namespace treelize;
using namespace treelize::test;
using analysis::IndexParts;
using analysis::Polynomial;
using analysis::Symbol;

const char* const text = R"(
kernel f(x: std::vector<double>&, n: const int, m: int, k: std::size_t)
  for i: int in [0, n)
    x[i + m] = 1.0
  for j: int in [0, n)
    x[j + m] = 1.0
    m = m + 1
  for p: int in [0, n)
    x[p + 1] = 1.0
    x[p * 2] = 1.0
    if n > 3
      x[1 + p - 2] = 2.0
  for q: int in [0, n)
    x[q] = 1.0
    x[q * 2] = 2.0
)";

TEST(Polynomial, SumsAndProductsOfSymbols) {
  const Polynomial i = Polynomial::of(0), n = Polynomial::of(1), three(3);
  EXPECT_EQ((i + three) * n, i * n + three * n);
  EXPECT_EQ((i + n - i - n).number(), 0);
  EXPECT_EQ((i + three - i).number(), 3);
  EXPECT_EQ((i + three).number(), std::nullopt);
  EXPECT_EQ((i * n + three).constant(), 3);
  EXPECT_EQ((i * n).constant(), 0);
  const auto parts = (i * n + three * i + n).by(Symbol(0));
  ASSERT_TRUE(parts);
  EXPECT_EQ(parts->quotient, n + three);
  EXPECT_EQ(parts->rest, n);
  EXPECT_FALSE((i * i).by(Symbol(0))) << "twice in one term";
}

TEST(Polynomial, NothingIsKnownBeyondTheRangeOfItsCoefficients) {
  const Polynomial most(std::numeric_limits<std::int64_t>::max());
  EXPECT_FALSE((most + Polynomial(1)).isKnown());
  EXPECT_EQ((most + Polynomial(1)).number(), std::nullopt);
  EXPECT_FALSE((most * Polynomial(2)).isKnown());
}

TEST(SymbolBounds, TheGreatestSymbolGivesWayToItsBound) {
  analysis::SymbolBounds known;
  const Polynomial n = Polynomial::of(0), i = Polynomial::of(1);
  known.atLeast(0, Polynomial(1));
  known.atLeast(1, Polynomial());
  known.atMost(1, n - Polynomial(1));
  EXPECT_TRUE(known.isPositive(n - i));
  EXPECT_TRUE(known.isNonnegative(i * n));
  EXPECT_FALSE(known.isPositive(i));
}

TEST(Indices, ASumIsANumberAndItsParts) {
  const ir::Kernel kernel = kernelOf(text);
  const ir::ExprRef index = exprOf(kernel, "n + 3 - m - 1");
  IndexParts parts;
  const Polynomial sum = parts.sumOf(*index);
  EXPECT_EQ(sum.constant(), 2);
  ASSERT_EQ(parts.size(), 2u);
  EXPECT_EQ(sum, Polynomial::of(0) - Polynomial::of(1) + Polynomial(2));
  EXPECT_EQ(analysis::constantOf(*index), 2);
}

TEST(Indices, OneSymbolForAllThatAreTheSame) {
  const ir::Kernel kernel = kernelOf(text);
  const ir::ExprRef first = exprOf(kernel, "n * m"), again = exprOf(kernel, "n * m"),
                    other = exprOf(kernel, "m * n");
  IndexParts parts;
  EXPECT_EQ(parts.symbolOf(*first), parts.symbolOf(*again));
  EXPECT_NE(parts.symbolOf(*first), parts.symbolOf(*other));
  EXPECT_EQ(&parts[0], first.get());
}

TEST(Indices, APartThatIsNotReadLeavesNothing) {
  const ir::Kernel kernel = kernelOf(text);
  const auto numbersOnly = [](const ir::Expr&) -> std::optional<Polynomial> {
    return std::nullopt;
  };
  EXPECT_EQ(analysis::polynomialOf(*exprOf(kernel, "2 + 3 * 4"), numbersOnly), Polynomial(14));
  EXPECT_EQ(analysis::polynomialOf(*exprOf(kernel, "2 + n"), numbersOnly), std::nullopt);
}

TEST(Indices, TheDistanceIsANumberWhereAllElseCancels) {
  const ir::Kernel kernel = kernelOf(text);
  const auto distance = [&](const char* from, const char* to) {
    return analysis::distance(*exprOf(kernel, from), *exprOf(kernel, to));
  };
  EXPECT_EQ(distance("n + m - 1", "m + n + 2"), 3);
  EXPECT_EQ(distance("n * m", "n * m"), 0);
  EXPECT_EQ(distance("n - m", "n + m"), std::nullopt);
  EXPECT_EQ(distance("n", "m"), std::nullopt);
  EXPECT_EQ(distance("k", "static_cast<std::size_t>(n)"), std::nullopt);
}

TEST(Indices, AnIndexFollowsTheCounterUnlessSomethingElseMoves) {
  const ir::Kernel kernel = kernelOf(text);
  const auto follows = [&](const char* index, const char* counter) {
    return analysis::followsCounter(*exprOf(kernel, index),
                                    analysis::LoopFacts(kernel, loopOver(kernel, counter)));
  };
  EXPECT_TRUE(follows("i + m", "i"));
  EXPECT_TRUE(follows("static_cast<std::size_t>(i) + k", "i"));
  EXPECT_FALSE(follows("2 * i", "i"));
  EXPECT_FALSE(follows("m - i", "i"));
  EXPECT_FALSE(follows("i + i", "i"));
  EXPECT_FALSE(follows("n", "i"));
  EXPECT_FALSE(follows("j + m", "j"));
}

TEST(Indices, NeighboursAreANumberApart) {
  const ir::Kernel kernel = kernelOf(text);
  EXPECT_TRUE(analysis::writesNeighbours(loopOver(kernel, "p").body));
  EXPECT_FALSE(analysis::writesNeighbours(loopOver(kernel, "q").body));
}

} // namespace
