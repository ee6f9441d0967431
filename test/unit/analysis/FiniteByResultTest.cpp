#include "KernelText.h"

#include "analysis/FiniteByResult.h"

namespace {

using namespace treelize;
using namespace treelize::test;

/// Is a local of this kernel finite wherever the result is?
bool isFinite(std::string_view text, const std::string& local) {
  const ir::Kernel kernel = kernelOf(text);
  const analysis::FiniteByResult finite(kernel, analysis::findActivity(kernel));
  return finite.contains(variable(kernel, local));
}

TEST(FiniteByResult, SumsAndProductsTell) {
  const char* text = R"(
kernel f(x: double, y: double) -> double
  let a: double = x / y
  let b: double = a * a - x
  let s: double = std::sqrt(b) / y
  let sum: double = s + y / s
  result sum
)";
  EXPECT_TRUE(isFinite(text, "a"));
  EXPECT_TRUE(isFinite(text, "b"));
  EXPECT_TRUE(isFinite(text, "s"));
}

TEST(FiniteByResult, WhatForgetsItsOperandTellsNothing) {
  const char* text = R"(
kernel f(x: double, y: double) -> double
  let below: double = x / y
  let power: double = x * y
  let least: double = x - y
  let nearer: double = std::fabs(x)
  let sum: double = y / below + std::exp(power) + std::min(least, y) + std::atan(nearer)
  result sum
)";
  for (const char* local : {"below", "power", "least", "nearer"})
    EXPECT_FALSE(isFinite(text, local)) << local;
}

TEST(FiniteByResult, ASumOfIterationsTellsOfEachOfThem) {
  const char* text = R"(
kernel f(x: const std::vector<double>&, n: const int) -> double
  let sum: double = 0.0
  for i: int in [0, n)
    let root: double = std::sqrt(x[i])
    sum += root * x[0]
  result sum
)";
  EXPECT_TRUE(isFinite(text, "root"));
  EXPECT_TRUE(isFinite(text, "sum"));
}

TEST(FiniteByResult, WhatIsReadOnSomeWaysOnlyTellsNothing) {
  const char* text = R"(
kernel f(x: const std::vector<double>&, n: const int) -> double
  let sum: double = 0.0
  let before: double = x[0] / x[1]
  for i: int in [0, n)
    sum += before
  let taken: double = x[1] / x[2]
  if x[0] > 0.0
    sum += taken
  result sum
)";
  EXPECT_FALSE(isFinite(text, "before"));
  EXPECT_FALSE(isFinite(text, "taken"));
}

TEST(FiniteByResult, WhatIsOverwrittenTellsNothing) {
  const char* text = R"(
kernel f(x: const std::vector<double>&, n: const int) -> double
  let last: double = x[0]
  for i: int in [0, n)
    last = x[i] / x[0]
  result last
)";
  EXPECT_FALSE(isFinite(text, "last"));
}

TEST(FiniteByResult, OneOfTwoBranchesIsTheValue) {
  const char* text = R"(
kernel f(x: double, y: double) -> double
  let chosen: double = 0.0
  if x > 0.0
    let inner: double = x / y
    chosen = inner
  else
    chosen = y
  result chosen
)";
  EXPECT_TRUE(isFinite(text, "chosen"));
  EXPECT_TRUE(isFinite(text, "inner"));
}

TEST(FiniteByResult, SeedsOfOthersMayBeZero) {
  EXPECT_FALSE(isFinite(R"(
kernel f(x: double, y: double&) -> double
  let a: double = x / 3.0
  y = x * x
  result a
)",
                        "a"));
}

} // namespace
