#include "KernelText.h"

#include "analysis/ElementRanges.h"
#include "analysis/KnownNumbers.h"

namespace {

using namespace treelize;
using namespace treelize::test;

const char* const text = R"(
kernel f(x: std::vector<double>&, n: const int, m: int)
  for i: int in [0, n)
    x[i + 2] = 1.0
  for k: int in [1, 4)
    x[k] = 2.0
  m = 3
)";

TEST(KnownNumbers, AConstantParameterHasOneNameAndAnAssignedOneNone) {
  const ir::Kernel kernel = kernelOf(text);
  analysis::KnownNumbers known(kernel);
  EXPECT_EQ(known.spelled(*exprOf(kernel, "n + 1")), known.spelled(*exprOf(kernel, "1 + n")));
  EXPECT_NE(known.spelled(*exprOf(kernel, "n + 1")), known.spelled(*exprOf(kernel, "n + 2")));
  EXPECT_EQ(known.of(*exprOf(kernel, "m")), std::nullopt);
  known.set(variable(kernel, "m"), 3);
  EXPECT_EQ(known.of(*exprOf(kernel, "m * 2 - 1")), 5);
  known.forget(variable(kernel, "m"));
  EXPECT_EQ(known.of(*exprOf(kernel, "m")), std::nullopt);
}

TEST(KnownNumbers, WhatTheTypeCannotHoldIsNotKnown) {
  const ir::Kernel kernel = kernelOf(text);
  const analysis::KnownNumbers known(kernel);
  const auto number = [&](const char* e) { return known.of(*exprOf(kernel, e)); };
  EXPECT_EQ(number("6u * 7u"), 42);
  EXPECT_EQ(number("100000u * 100000u"), std::nullopt) << "it wraps";
  EXPECT_EQ(number("6u - 7u"), std::nullopt);
  EXPECT_EQ(number("static_cast<unsigned int>(-1) > 0u"), std::nullopt) << "it is the largest";
  EXPECT_EQ(number("static_cast<int>(-1) > 0"), 0);
}

TEST(ElementRanges, ANegativeBoundThatIsConvertedIsNoBound) {
  const ir::Kernel kernel = kernelOf(R"(
kernel f(x: double&)
  for i: unsigned int in [0, static_cast<unsigned int>(-1))
    x = 1.0
)");
  EXPECT_FALSE(analysis::isShort(loopOver(kernel, "i"), 10));
}

TEST(ElementRanges, ALoopReachesItsShiftedRange) {
  const ir::Kernel kernel = kernelOf(text);
  const auto range = analysis::rangeInLoop(placeOf(kernel, "x[i + 2]"), loopOver(kernel, "i"));
  ASSERT_TRUE(range.has_value());
  EXPECT_EQ(range->first, 2);
  EXPECT_EQ(range->shift, 2);
}

TEST(ElementRanges, SinglesAndARangeThatMeetAreRefused) {
  const ir::Kernel kernel = kernelOf(text);
  analysis::ElementRanges ranges;
  EXPECT_TRUE(ranges.insert(*analysis::rangeOfLiteral(placeOf(kernel, "x[0]"))));
  EXPECT_TRUE(ranges.insert(*analysis::rangeOfLiteral(placeOf(kernel, "x[1]"))));
  EXPECT_FALSE(ranges.insert(*analysis::rangeOfLiteral(placeOf(kernel, "x[1]"))));
  EXPECT_FALSE(ranges.coverAll(*exprOf(kernel, "3")));
  EXPECT_TRUE(ranges.coverAll(*exprOf(kernel, "2")));
}

TEST(ElementRanges, OnlyLiteralsSayThatALoopRuns) {
  const ir::Kernel kernel = kernelOf(text);
  EXPECT_FALSE(analysis::surelyRuns(loopOver(kernel, "i")));
  EXPECT_TRUE(analysis::surelyRuns(loopOver(kernel, "k")));
  EXPECT_TRUE(analysis::isShort(loopOver(kernel, "k"), 3));
  EXPECT_FALSE(analysis::isShort(loopOver(kernel, "k"), 2));
}

} // namespace
