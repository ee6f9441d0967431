#include "../analysis/KernelText.h"

#include "ir/WriteCounts.h"

namespace {

using namespace treelize;
using namespace treelize::ir;
using treelize::test::kernelOf;
using treelize::test::loopOver;
using treelize::test::variable;

TEST(WriteCounts, ADeclarationCountsByWhatItBeginsWith) {
  const Kernel kernel = kernelOf(R"(
kernel f(x: const double) -> double
  let once: double = x
  let late: double
  let twice: double = x
  late = x
  twice += x
  result once
)");
  const WriteCounts writes(kernel);
  EXPECT_TRUE(writes.of(variable(kernel, "once")).isOnlyBegun());
  const WriteCount late = writes.of(variable(kernel, "late"));
  EXPECT_EQ(late.bare, 1u);
  EXPECT_EQ(late.given(), 1u);
  EXPECT_EQ(late.all(), 2u);
  const WriteCount twice = writes.of(variable(kernel, "twice"));
  EXPECT_FALSE(twice.isOnlyBegun());
  EXPECT_EQ(twice.given(), 2u);
  EXPECT_EQ(twice.later(), 1u);
  EXPECT_EQ(writes.of(variable(kernel, "x")).all(), 0u);
}

TEST(WriteCounts, ADeclarationThatStandsTwiceIsTwo) {
  const Kernel kernel = kernelOf(R"(
kernel f(x: const double) -> double
  let r: double = 0.0
  if x > 0.0
    let a: double = x
    r = a
  else
    let a: double = 2.0
    r = a
  result r
)");
  const WriteCounts writes(kernel);
  EXPECT_EQ(writes.of(variable(kernel, "r")).all(), 3u);
}

TEST(WriteCounts, PartsAndWhatStepsAndCallsChangeCountAsTheWhole) {
  const Kernel kernel = kernelOf(R"(
kernel f(x: std::vector<double>&, y: std::vector<double>&, z: std::vector<double>&)
  function grow(v: std::vector<double>&) primal `::grow` adjoint `::grow_adjoint`
  x[0] = 1.0
  append x, 2.0
  perform `std::swap($0, $1)`(x, y) changes x, y
  call grow(ref z written)
kernel grow(v: std::vector<double>&)
)");
  const WriteCounts writes(kernel);
  EXPECT_EQ(writes.of(variable(kernel, "x")).changed, 3u);
  EXPECT_EQ(writes.of(variable(kernel, "y")).changed, 1u);
  EXPECT_EQ(writes.of(variable(kernel, "z")).changed, 1u);
}

TEST(WriteCounts, WhatTheTapePutsBackIsNothingNew) {
  const Kernel kernel = kernelOf(R"(
kernel f(x: const double) -> double
  let a: double = x
  push a
  a = a * a
  pop a
  result a
)");
  const WriteCount a = WriteCounts(kernel).of(variable(kernel, "a"));
  EXPECT_EQ(a.popped, 1u);
  EXPECT_EQ(a.given(), 2u);
  EXPECT_EQ(a.all(), 3u);
}

TEST(WriteCounts, ACounterIsCountedByItself) {
  const Kernel kernel = kernelOf(R"(
kernel f(n: const int) -> double
  let s: double = 0.0
  for i: int in [0, n)
    s += 1.0
  result s
)");
  const WriteCount i = WriteCounts(kernel).of(variable(kernel, "i"));
  EXPECT_EQ(i.counted, 1u);
  EXPECT_EQ(i.all(), 0u);
}

TEST(WriteCounts, OfSomeStatementsAndOneVariable) {
  const Kernel kernel = kernelOf(R"(
kernel f(n: const int) -> double
  let s: double = 0.0
  let k: int = 0
  for i: int in [0, n)
    if n > 3
      k += 2
    s += 1.0
  result s
)");
  const Block& body = loopOver(kernel, "i").body;
  const VarId k = variable(kernel, "k");
  EXPECT_EQ(writesTo(k, kernel, body).all(), 1u);
  EXPECT_EQ(WriteCounts(kernel, body).of(k).all(), 1u);
  EXPECT_EQ(writesTo(k, kernel, kernel.body).all(), 2u);
  EXPECT_EQ(WriteCounts(kernel).of(VarId{1000}).all(), 0u);
}

} // namespace
