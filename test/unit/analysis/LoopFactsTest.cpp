#include "KernelText.h"

#include "analysis/LoopFacts.h"
#include "analysis/OnlyValues.h"

namespace {

using namespace treelize;
using namespace treelize::test;

const char* const text = R"(
kernel f(x: std::vector<double>&, y: const std::vector<double>&, n: const int, k: int&)
  let m: int = n * 2
  for i: int in [0, n)
    let row: int = i * m
    let at: int = 0
    at = at + k
    for j: int in [0, m)
      x[row + j] = y[m] * y[at]
    k = at
)";

TEST(LoopFacts, WhatAnIterationWritesDeclaresOrCountsVaries) {
  const ir::Kernel kernel = kernelOf(text);
  const analysis::LoopFacts facts(kernel, loopOver(kernel, "i"));
  const auto isInvariant = [&](const char* e) { return facts.isInvariant(*exprOf(kernel, e)); };
  EXPECT_TRUE(isInvariant("n * m + 1"));
  EXPECT_TRUE(isInvariant("y[m]"));
  EXPECT_FALSE(isInvariant("n + i")) << "its counter";
  EXPECT_FALSE(isInvariant("j")) << "that of a loop inside";
  EXPECT_FALSE(isInvariant("row"));
  EXPECT_FALSE(isInvariant("y[k]")) << "another element";
  EXPECT_FALSE(isInvariant("x[0]")) << "perhaps another value";
}

TEST(LoopFacts, APlaceIsTheSameThoughItsValueIsNot) {
  const ir::Kernel kernel = kernelOf(text);
  const analysis::LoopFacts facts(kernel, loopOver(kernel, "i"));
  EXPECT_TRUE(facts.keepsPlace(placeOf(kernel, "x[m]")));
  EXPECT_TRUE(facts.keepsPlace(placeOf(kernel, "k")));
  EXPECT_FALSE(facts.keepsPlace(placeOf(kernel, "x[k]")));
  EXPECT_FALSE(facts.keepsPlace(placeOf(kernel, "x[row]")));
}

TEST(LoopFacts, ACallWritesItsArguments) {
  const ir::Kernel kernel = kernelOf(R"(
kernel f(x: const std::vector<double>&, n: const int) -> double
  function advance(k: int&, w: double&) primal `::advance` adjoint `::advance_adjoint`
  let k: int = 1
  let w: double = x[1]
  for i: int in [0, n)
    call advance(ref k written, ref w written)
  result w
kernel advance(k: int&, w: double&)
)");
  const analysis::LoopFacts facts(kernel, loopOver(kernel, "i"));
  EXPECT_FALSE(facts.isInvariant(*exprOf(kernel, "k + 1")));
  EXPECT_TRUE(facts.isInvariant(*exprOf(kernel, "x[n]")));
}

TEST(OnlyValues, OfLocalsThatAreDeclaredAndLeftAlone) {
  const ir::Kernel kernel = kernelOf(text);
  const analysis::OnlyValues values(kernel, kernel.body);
  EXPECT_NE(values.of(variable(kernel, "m")), nullptr);
  EXPECT_NE(values.of(variable(kernel, "row")), nullptr);
  EXPECT_EQ(values.of(variable(kernel, "at")), nullptr) << "it is assigned";
  EXPECT_NE(values.beginningOf(variable(kernel, "at")), nullptr);
  EXPECT_EQ(values.of(variable(kernel, "n")), nullptr) << "it is no local";
  EXPECT_TRUE(values.keepsValue(*exprOf(kernel, "n + m + row + y[i]")));
  EXPECT_FALSE(values.keepsValue(*exprOf(kernel, "n + at")));
  EXPECT_FALSE(values.keepsValue(*exprOf(kernel, "x[0]")));
  EXPECT_TRUE(values.keepsPlace(placeOf(kernel, "x[row]")));
  EXPECT_FALSE(values.keepsPlace(placeOf(kernel, "y[k]")));
}

TEST(OnlyValues, ALocalWithoutAValueHasNone) {
  const ir::Kernel kernel = kernelOf(R"(
kernel f(x: double) -> double
  let late: double
  late = x
  let r: double = late
  result r
)");
  const analysis::OnlyValues values(kernel, kernel.body);
  EXPECT_EQ(values.of(variable(kernel, "late")), nullptr);
  EXPECT_EQ(values.beginningOf(variable(kernel, "late")), nullptr);
  EXPECT_TRUE(values.isAssigned(variable(kernel, "late")));
  EXPECT_FALSE(values.isAssigned(variable(kernel, "r")));
}

} // namespace
