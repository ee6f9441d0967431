#include "KernelText.h"

#include "analysis/FirstWrites.h"
#include "analysis/Homes.h"
#include "analysis/LocalArrays.h"
#include "analysis/PrivateArrays.h"

namespace {

using namespace treelize;
using namespace treelize::test;

TEST(Homes, ALocalLivesInTheBlockThatAloneUsesItButNotInALoop) {
  const ir::Kernel kernel = kernelOf(R"(
kernel f(x: double, n: int) -> double
  let inBranch: double
  let inLoop: double
  let s: double = 0.0
  if x > 0.0
    inBranch = x * x
    s += inBranch
  for i: int in [0, n)
    inLoop = x * s
    s += inLoop
  result s
)");
  const auto homes = analysis::homes(kernel);
  const auto found = homes.find(variable(kernel, "inBranch"));
  ASSERT_NE(found, homes.end());
  EXPECT_EQ(found->second, &std::get<ir::If>(kernel.body[3].node).thenBlock);
  EXPECT_FALSE(homes.contains(variable(kernel, "inLoop")));
  EXPECT_FALSE(homes.contains(variable(kernel, "s")));
}

TEST(FirstWrites, TheSecondWriteOfAnElementIsNone) {
  const ir::Kernel kernel = kernelOf(R"(
kernel f(x: double) -> double
  let a: std::array<double, 2>
  a[0] = x
  a[1] = x
  a[0] = x * x
  let r: double = a[0] + a[1]
  result r
)");
  const std::set<const ir::Stmt*> first = analysis::findFirstWrites(kernel);
  EXPECT_TRUE(first.contains(&kernel.body[1]));
  EXPECT_TRUE(first.contains(&kernel.body[2]));
  EXPECT_FALSE(first.contains(&kernel.body[3]));
}

TEST(PrivateArrays, FilledInEachIterationBeforeItIsRead) {
  const ir::Kernel kernel = kernelOf(R"(
kernel f(x: const std::vector<double>&, n: const int) -> double
  let a: std::array<double, 4> = std::array<double, 4>{}
  let s: double = 0.0
  for i: int in [0, n)
    for j: int in [0, 4)
      a[j] = x[i] * s
    for k: int in [0, 4)
      s += a[k]
  result s
)");
  const analysis::PrivateArrays arrays = analysis::findPrivateArrays(kernel);
  const auto found = arrays.find(&loopOver(kernel, "i").body);
  ASSERT_NE(found, arrays.end());
  EXPECT_TRUE(found->second.contains(variable(kernel, "a")));
}

TEST(PrivateArrays, NotWhereTheFillingLeavesOneOut) {
  const ir::Kernel kernel = kernelOf(R"(
kernel f(x: const std::vector<double>&, n: const int) -> double
  let a: std::array<double, 4> = std::array<double, 4>{}
  let s: double = 0.0
  for i: int in [0, n)
    for j: int in [1, 4)
      a[j] = x[i] * s
    for k: int in [0, 4)
      s += a[k]
  result s
)");
  const analysis::PrivateArrays arrays = analysis::findPrivateArrays(kernel);
  const auto found = arrays.find(&loopOver(kernel, "i").body);
  EXPECT_TRUE(found == arrays.end() || !found->second.contains(variable(kernel, "a")));
}

TEST(LocalArrays, TheSizeMayNotChangeLater) {
  const ir::Kernel kernel = kernelOf(R"(
kernel f(n: const std::size_t, m: std::size_t) -> double
  let a: std::vector<double> = std::vector<double>(n)
  let b: std::vector<double> = std::vector<double>(m)
  m = 2
  let r: double = a[0] + b[0]
  result r
)");
  const analysis::LocalArrays arrays(kernel);
  EXPECT_TRUE(arrays.declaredBy(kernel.body[0]).has_value());
  EXPECT_FALSE(arrays.declaredBy(kernel.body[1]).has_value());
  EXPECT_TRUE(analysis::opensAtZero(kernel, kernel.body[0]));
}

} // namespace
