#include "KernelText.h"

#include "analysis/Independence.h"

namespace {

using namespace treelize;
using namespace treelize::test;

bool never(const ir::Place&, const ir::Place&) {
  return false;
}

ir::Kernel kernelWithLoop(const char* body) {
  return kernelOf(
      std::string("kernel f(x: const std::vector<double>&, y: std::vector<double>&, s: double&, "
                  "n: int, x_b: std::vector<double>& shadow of x)\n"
                  "  let view: std::span<double> = std::span<double>(y)\n"
                  "  for i: int in [0, n)\n") +
      body);
}

bool orderFree(const char* body) {
  const ir::Kernel kernel = kernelWithLoop(body);
  return analysis::isOrderFree(kernel, loopOver(kernel, "i"), never);
}

TEST(Independence, ElementsOfTheirOwn) {
  EXPECT_TRUE(orderFree("    y[i] = std::sin(x[i])\n"));
}

TEST(Independence, ASumIntoAnAdjoint) {
  EXPECT_TRUE(orderFree("    x_b[0] += x[i]\n"));
}

TEST(Independence, ASumOfTheProgramsKeepsItsOrder) {
  EXPECT_FALSE(orderFree("    s += x[i]\n"));
}

TEST(Independence, WhatTheIterationBeforeWroteIsWaitedFor) {
  EXPECT_FALSE(orderFree("    y[i + 1] = y[i] * x[i]\n"));
}

TEST(Independence, AnAdjointThatIsReadIsNoMereSum) {
  EXPECT_FALSE(orderFree("    x_b[0] += x[i]\n    y[i] = x_b[0]\n"));
}

TEST(Independence, BlocksOfTheirOwn) {
  EXPECT_TRUE(orderFree("    for j: int in [0, n)\n      y[i * n + j] = std::sin(y[i * n + j])\n"));
  EXPECT_FALSE(
      orderFree("    for j: int in [0, n + 1)\n      y[i * n + j] = std::sin(y[i * n + j])\n"));
}

TEST(Independence, AnIndexThatACallChangesIsNoIterationsOwn) {
  const ir::Kernel kernel = kernelOf(R"(
kernel f(x: const std::vector<double>&, y: std::vector<double>&, n: const int)
  function advance(k: int&, w: double&) primal `::advance` adjoint `::advance_adjoint`
  let k: int = 1
  let w: double = 1.0
  for i: int in [0, n)
    call advance(ref k written, ref w written)
    y[i + k] = x[i] * x[i + n]
kernel advance(k: int&, w: double&)
)");
  const std::set<ir::VarId> own = analysis::arraysByElement(kernel, loopOver(kernel, "i"));
  EXPECT_FALSE(own.contains(variable(kernel, "y")));
}

bool apart(const char* body) {
  const ir::Kernel kernel = kernelWithLoop(body);
  return analysis::areIterationsApart(kernel, loopOver(kernel, "i"), analysis::Origins(kernel),
                                      never);
}

TEST(Independence, IterationsWithElementsOfTheirOwnAreApart) {
  EXPECT_TRUE(apart("    y[i] = x[i] * x[i + 1]\n    x_b[i] += y[i]\n"));
}

TEST(Independence, IterationsThatAddToOneElementAreNotApart) {
  EXPECT_FALSE(apart("    x_b[0] += x[i]\n"));
}

TEST(Independence, SumsThatEachIterationMayTakeForItselfAreApart) {
  const ir::Kernel kernel = kernelOf(R"(
kernel f(x: std::vector<double>&, s: double, n: int)
  let s_b: double shadow of s = 0.0
  for i: int in [0, n)
    s_b += x[i]
)");
  const ir::For& loop = loopOver(kernel, "i");
  const analysis::Origins origins(kernel);
  EXPECT_FALSE(analysis::areIterationsApart(kernel, loop, origins, never));
  EXPECT_TRUE(
      analysis::areIterationsApart(kernel, loop, origins, never, {variable(kernel, "s_b")}));
}

TEST(Independence, AnElementOfTheIterationBeforeIsNotApart) {
  EXPECT_FALSE(apart("    y[i] = x[i]\n    x_b[i] = y[i - 1]\n"));
}

TEST(Independence, AViewIsNotApartFromWhatItViews) {
  EXPECT_FALSE(apart("    view[i] = y[i]\n"));
  EXPECT_TRUE(apart("    view[i] = x[i]\n"));
}

TEST(Independence, OnlyAddsReadsNothingOfItsTargets) {
  const ir::Kernel kernel = kernelOf(R"(
kernel f(x: double, x_b: double& shadow of x, y_b: double& )
  let own: double = x
  own = own * own
  x_b += own
  y_b += x_b
)");
  const std::set<ir::VarId> own = {variable(kernel, "own")};
  EXPECT_FALSE(analysis::onlyAdds(kernel.body, own));
  const ir::Block first(kernel.body.begin(), kernel.body.begin() + 3);
  EXPECT_TRUE(analysis::onlyAdds(first, own));
  EXPECT_FALSE(analysis::onlyAdds(first, {}));
}

} // namespace
