#include "KernelText.h"

#include "analysis/Liveness.h"

namespace {

using namespace treelize;
using namespace treelize::test;
using analysis::FirstAccess;
using analysis::firstAccess;

TEST(Liveness, AWriteInOneBranchAloneCountsAsNone) {
  const ir::Kernel kernel = kernelOf(R"(
kernel f(x: double, y: double&)
  if x > 0.0
    y = x
)");
  EXPECT_EQ(firstAccess(kernel.body, variable(kernel, "y")), FirstAccess::None);
  EXPECT_EQ(firstAccess(kernel.body, variable(kernel, "x")), FirstAccess::Read);
}

TEST(Liveness, AWriteInBothBranchesIsAWrite) {
  const ir::Kernel kernel = kernelOf(R"(
kernel f(x: double, y: double&)
  if x > 0.0
    y = x
  else
    y = 1.0
)");
  EXPECT_EQ(firstAccess(kernel.body, variable(kernel, "y")), FirstAccess::Written);
}

TEST(Liveness, AnUpdateReadsFirst) {
  const ir::Kernel kernel = kernelOf(R"(
kernel f(x: double, y: double&)
  y += x
)");
  EXPECT_EQ(firstAccess(kernel.body, variable(kernel, "y")), FirstAccess::Read);
}

TEST(Liveness, TheNextIterationReadsWhatThisOneLeaves) {
  const ir::Kernel kernel = kernelOf(R"(
kernel f(x: double, n: int) -> double
  let a: double = x
  let s: double = 0.0
  for i: int in [0, n)
    s += a
    a = std::sin(s)
  result s
)");
  const ir::For& loop = loopOver(kernel, "i");
  const analysis::Path path = {{&kernel.body, 2, false}, {&loop.body, 1, true}};
  EXPECT_TRUE(analysis::isReadAfter(kernel, path, variable(kernel, "a")));
}

TEST(Liveness, NobodyReadsWhatIsOverwrittenFirst) {
  const ir::Kernel kernel = kernelOf(R"(
kernel f(x: double, n: int) -> double
  let a: double = x
  let s: double = 0.0
  for i: int in [0, n)
    a = x
    s += a
  result s
)");
  const ir::For& loop = loopOver(kernel, "i");
  const analysis::Path path = {{&kernel.body, 2, false}, {&loop.body, 1, true}};
  EXPECT_FALSE(analysis::isReadAfter(kernel, path, variable(kernel, "a")));
}

} // namespace
