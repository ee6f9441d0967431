#include "KernelText.h"

#include "analysis/Regions.h"

namespace {

using namespace treelize;
using namespace treelize::test;
using analysis::overlap;

const char* const text = R"(
type Point = record { x: double, y: double nondiff }
kernel f(p: Point&, q: Point&, a: std::vector<Point>&, i: int, j: int)
  p.x = q.x
  a[i].x = 1.0
)";

TEST(Regions, MembersOfOneObjectAreApart) {
  const ir::Kernel kernel = kernelOf(text);
  EXPECT_FALSE(overlap(placeOf(kernel, "p.x"), placeOf(kernel, "p.y")));
  EXPECT_FALSE(overlap(placeOf(kernel, "p.x"), placeOf(kernel, "q.x")));
}

TEST(Regions, AnObjectOverlapsItsMembers) {
  const ir::Kernel kernel = kernelOf(text);
  EXPECT_TRUE(overlap(placeOf(kernel, "p"), placeOf(kernel, "p.y")));
}

TEST(Regions, TwoElementsMayBeOne) {
  const ir::Kernel kernel = kernelOf(text);
  EXPECT_TRUE(overlap(placeOf(kernel, "a[i].x"), placeOf(kernel, "a[j].x")));
  EXPECT_FALSE(overlap(placeOf(kernel, "a[i].x"), placeOf(kernel, "a[i].y")));
}

TEST(Regions, WritesAndReadsOfStatements) {
  const ir::Kernel kernel = kernelOf(text);
  const analysis::RegionSet writes = analysis::writesOf(kernel, kernel.body);
  EXPECT_TRUE(writes.overlaps(placeOf(kernel, "p.x")));
  EXPECT_FALSE(writes.overlaps(placeOf(kernel, "q")));
  const analysis::RegionSet reads = analysis::readsOf(kernel.body);
  EXPECT_TRUE(reads.overlaps(placeOf(kernel, "q.x")));
  EXPECT_TRUE(reads.overlaps(placeOf(kernel, "i"))) << "an index is read";
  EXPECT_FALSE(reads.overlaps(placeOf(kernel, "j")));
}

TEST(Regions, ErasingAnObjectForgetsItsMembers) {
  const ir::Kernel kernel = kernelOf(text);
  analysis::RegionSet set;
  EXPECT_TRUE(set.insert(placeOf(kernel, "p.x")));
  EXPECT_FALSE(set.insert(placeOf(kernel, "p.x")));
  set.erase(analysis::regionOf(placeOf(kernel, "p")));
  EXPECT_FALSE(set.overlaps(placeOf(kernel, "p.x")));
}

TEST(Regions, RowsThatAreViewsMayBeOne) {
  const ir::Kernel kernel = kernelOf(R"(
kernel f(a: std::vector<std::span<double>>&, b: std::vector<std::vector<double>>&, i: int)
  a[i][0] = 1.0
  b[i][0] = 1.0
)");
  EXPECT_FALSE(analysis::hasOwnRows(kernel, placeOf(kernel, "a[i][0]")));
  EXPECT_TRUE(analysis::hasOwnRows(kernel, placeOf(kernel, "b[i][0]")));
}

TEST(Regions, AConstantMemberIsNondiff) {
  const ir::Kernel kernel = kernelOf(text);
  EXPECT_TRUE(analysis::isNondiff(kernel, placeOf(kernel, "a[i].y")));
  EXPECT_FALSE(analysis::isNondiff(kernel, placeOf(kernel, "a[i].x")));
}

} // namespace
