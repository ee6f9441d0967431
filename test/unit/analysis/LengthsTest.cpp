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

TEST(Lengths, ElementsAreWrittenWithoutAResize) {
  const ir::Kernel kernel = kernelOf(R"(
kernel f(x: std::vector<double>&, rows: std::vector<std::vector<double>>&, y: std::vector<double>&, n: int)
  let made: std::vector<double> = std::vector<double>(n)
  made[0] = y[0]
  x[0] += y[1]
  append rows[0], y[0]
)");
  const analysis::RegionSet resized = analysis::resizesOf(kernel, kernel.body);
  EXPECT_FALSE(resized.overlaps(placeOf(kernel, "made")));
  EXPECT_FALSE(resized.overlaps(placeOf(kernel, "x")));
  EXPECT_TRUE(resized.overlaps(placeOf(kernel, "rows")));
  EXPECT_FALSE(resized.overlaps(placeOf(kernel, "n")));
}

TEST(Lengths, ASwapAndACallResizeWhatTheyAreHandedAViewOfNumbersDoesNot) {
  const ir::Kernel kernel = kernelOf(R"(
kernel f(x: std::vector<double>&, y: std::vector<double>&, z: std::vector<double>&, w: std::vector<double>&)
  function grow(v: std::vector<double>&) primal `::grow` adjoint `::grow_adjoint`
  function fill(v: std::span<double>) primal `::fill` adjoint `::fill_adjoint`
  perform `std::swap($0, $1)`(x, y) changes x, y
  call grow(ref z written)
  call fill(view w written)
kernel grow(v: std::vector<double>&)
kernel fill(v: std::span<double>)
)");
  const analysis::RegionSet resized = analysis::resizesOf(kernel, kernel.body);
  for (const char* name : {"x", "y", "z"})
    EXPECT_TRUE(resized.overlaps(placeOf(kernel, name))) << name;
  EXPECT_FALSE(resized.overlaps(placeOf(kernel, "w")));
}

TEST(Lengths, WhatATypeOwnsIsNotWhatItRefersTo) {
  const ir::Kernel kernel = kernelOf(R"(
type Pair = record { x: double, y: std::array<double, 2> }
type Owner = record { a: std::array<std::vector<double>, 2>, w: double }
type View = record { s: std::span<double>, w: double }
kernel f(number: double, fixed: const Pair&, vector: std::vector<double>&, owner: Owner&, span: std::span<double>, view: View&)
)");
  struct Row {
    const char* name;
    bool ownsLength, ownsVector, hasFixedSize;
  };
  for (const Row& row : {Row{"number", false, false, true}, Row{"fixed", false, false, true},
                         Row{"vector", true, true, false}, Row{"owner", true, true, false},
                         Row{"span", false, false, false}, Row{"view", false, false, false}}) {
    const ir::Type& type = *kernel[variable(kernel, row.name)].type;
    EXPECT_EQ(analysis::ownsLength(type), row.ownsLength) << row.name;
    EXPECT_EQ(analysis::ownsVector(type), row.ownsVector) << row.name;
    EXPECT_EQ(ir::hasFixedSize(type), row.hasFixedSize) << row.name;
  }
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
