#include "KernelText.h"

#include "analysis/Lengths.h"
#include "analysis/SteadyShapes.h"

namespace {

using namespace treelize;
using namespace treelize::test;

TEST(Lengths, GrowthIsFoundWhereverItStands) {
  const ir::Kernel kernel = kernelOf(R"(
kernel f(x: std::vector<double>&, y: std::vector<double>&, n: int)
  for i: int in [0, n)
    if y[0] > 0.0
      append x, y[0]
)");
  EXPECT_EQ(analysis::resizedByKernel(kernel), std::set{variable(kernel, "x")});
}

TEST(Lengths, AnElementThatIsSetKeepsTheLength) {
  const ir::Kernel kernel = kernelOf(R"(
kernel f(x: std::vector<double>&)
  x[0] = 1.0
)");
  EXPECT_TRUE(analysis::resizedByKernel(kernel).empty());
}

TEST(Lengths, AnotherVectorHasAnotherLength) {
  const ir::Kernel kernel = kernelOf(R"(
kernel f(x: std::vector<double>&, y: const std::vector<double>&)
  x = y
)");
  EXPECT_EQ(analysis::resizedByKernel(kernel), std::set{variable(kernel, "x")});
}

TEST(SteadyShapes, ALocalOfOneSizeIsSteady) {
  const ir::Kernel kernel = kernelOf(R"(
kernel f(x: const std::vector<double>&, n: const int) -> double
  let steady: std::vector<double> = std::vector<double>(4)
  let grows: std::vector<double> = std::vector<double>(4)
  steady[0] = x[0]
  append grows, x[0]
  let r: double = steady[0] + grows[4]
  result r
)");
  const std::set<ir::VarId> steady = analysis::variablesOfSteadyShape(kernel);
  EXPECT_TRUE(steady.contains(variable(kernel, "steady")));
  EXPECT_TRUE(steady.contains(variable(kernel, "x")));
  EXPECT_FALSE(steady.contains(variable(kernel, "grows")));
}

} // namespace
