#include "KernelText.h"

#include "analysis/Activity.h"

namespace {

using namespace treelize;
using namespace treelize::test;

TEST(Activity, AVariableThatOnlyDependsOnConstantsIsPassive) {
  const ir::Kernel kernel = kernelOf(R"(
kernel f(x: double, k: double nondiff) -> double
  let scale: double = k * 2.0
  let y: double = scale * x
  result y
)");
  const analysis::Activity activity = analysis::findActivity(kernel);
  EXPECT_FALSE(activity.isActive(kernel, placeOf(kernel, "scale")));
  EXPECT_TRUE(activity.isActive(kernel, placeOf(kernel, "y")));
}

TEST(Activity, WhatNobodyReturnsIsPassive) {
  const ir::Kernel kernel = kernelOf(R"(
kernel f(x: double) -> double
  let unused: double = std::sin(x)
  let y: double = x * x
  result y
)");
  const analysis::Activity activity = analysis::findActivity(kernel);
  EXPECT_FALSE(activity.isActive(kernel, placeOf(kernel, "unused")));
}

TEST(Activity, ALoopCarriesActivityBackToItsHead) {
  const ir::Kernel kernel = kernelOf(R"(
kernel f(x: double, n: int) -> double
  let a: double = 0.0
  let b: double = 0.0
  for i: int in [0, n)
    b += a
    a = x
  result b
)");
  const analysis::Activity activity = analysis::findActivity(kernel);
  EXPECT_TRUE(activity.isActive(kernel, placeOf(kernel, "a")));
  EXPECT_TRUE(activity.isActive(kernel, placeOf(kernel, "b")));
}

TEST(Activity, MembersAreActiveOneByOne) {
  const ir::Kernel kernel = kernelOf(R"(
type Point = record { x: double, y: double }
kernel f(x: double) -> double
  let p: Point = Point{}
  p.x = x
  p.y = 1.0
  let r: double = p.x * p.y
  result r
)");
  const analysis::Activity activity = analysis::findActivity(kernel);
  EXPECT_TRUE(activity.isActive(kernel, placeOf(kernel, "p.x")));
  EXPECT_FALSE(activity.isActive(kernel, placeOf(kernel, "p.y")));
}

TEST(Activity, AnIndexIsNoDifferentiableRead) {
  const ir::Kernel kernel = kernelOf(R"(
kernel f(x: const std::vector<double>&, s: const std::vector<double>&) -> double
  let y: double = x[static_cast<std::size_t>(s[0])]
  result y
)");
  int reads = 0;
  analysis::forEachDifferentiableRead(*std::get<ir::Declare>(kernel.body[0].node).value,
                                      [&](const ir::Place& place) {
                                        ++reads;
                                        EXPECT_EQ(kernel[place.base].name, "x");
                                      });
  EXPECT_EQ(reads, 1);
}

} // namespace
