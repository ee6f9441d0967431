#include "KernelText.h"

#include "analysis/dependence/Dependences.h"

namespace {

using namespace treelize;
using namespace treelize::test;

/// Of the array `a` of `n` elements, in an iteration over `t`.
bool isWrittenFirst(const char* body) {
  const ir::Kernel kernel = kernelOf(
      std::string("kernel f(x: const std::vector<double>&, y: std::vector<double>&, n: int, m: int)\n"
                  "  let a: std::vector<double> = std::vector<double>(n)\n"
                  "  for t: int in [0, m)\n") +
      body);
  const ir::Stmt* loop = nullptr;
  for (const ir::Stmt& stmt : kernel.body)
    loop = ir::isLoop(stmt) ? &stmt : loop;
  const analysis::Dependences dependences(kernel);
  return dependences.isWrittenFirst(*loop, variable(kernel, "a"), *exprOf(kernel, "n"));
}

TEST(WrittenFirst, ALoopOverAllElements) {
  EXPECT_TRUE(isWrittenFirst("    for i: int in [0, n)\n      a[i] = x[i]\n"
                             "    for j: int in [1, n)\n      y[j] = a[j] + a[j - 1]\n"));
}

TEST(WrittenFirst, TheEndsByThemselves) {
  EXPECT_TRUE(isWrittenFirst("    a[0] = 0.0\n    a[n - 1] = 0.0\n"
                             "    for i: int in [1, n - 1)\n      a[i] = x[i]\n"
                             "    for j: int in [0, n)\n      y[j] = a[j]\n"));
}

TEST(WrittenFirst, WhatIsNotWrittenIsNotRead) {
  EXPECT_TRUE(isWrittenFirst("    for i: int in [1, n - 1)\n      a[i] = x[i]\n"
                             "    for j: int in [2, n - 1)\n      y[j] = a[j] - a[j - 1]\n"));
  EXPECT_FALSE(isWrittenFirst("    for i: int in [1, n - 1)\n      a[i] = x[i]\n"
                              "    for j: int in [1, n - 1)\n      y[j] = a[j] - a[j - 1]\n"));
}

TEST(WrittenFirst, TheElementBeforeInTheSameLoop) {
  EXPECT_TRUE(isWrittenFirst("    a[0] = 1.0\n"
                             "    for i: int in [1, n)\n      a[i] = a[i - 1] * x[i]\n"));
  EXPECT_FALSE(isWrittenFirst("    a[0] = 1.0\n"
                              "    for i: int in [1, n)\n      a[i] = a[i + 1] * x[i]\n"));
  EXPECT_FALSE(isWrittenFirst("    a[n - 1] = 1.0\n"
                              "    for i: int in [1, n) descending\n      a[i] = a[i - 1] * x[i]\n"));
}

TEST(WrittenFirst, ALoopThatMayNotRunWritesNothing) {
  EXPECT_FALSE(isWrittenFirst("    for k: int in [0, m)\n      a[0] = 1.0\n"
                              "    for i: int in [1, n)\n      a[i] = x[i]\n"
                              "    y[0] = a[0]\n"));
}

TEST(WrittenFirst, ABranchWritesNothing) {
  EXPECT_FALSE(isWrittenFirst("    for i: int in [0, n)\n      if m < i\n        a[i] = x[i]\n"
                              "    y[0] = a[0]\n"));
}

TEST(WrittenFirst, ASumReads) {
  EXPECT_FALSE(isWrittenFirst("    for i: int in [0, n)\n      a[i] += x[i]\n"));
}

TEST(WrittenFirst, RowsOfAGrid) {
  const ir::Kernel kernel = kernelOf(R"(
kernel f(x: const std::vector<double>&, y: std::vector<double>&, n: std::size_t, m: std::size_t)
  let a: std::vector<double> = std::vector<double>(n * m)
  for t: std::size_t in [0, m)
    for j: std::size_t in [0, m)
      for i: std::size_t in [0, n)
        a[j * n + i] = x[i]
    for k: std::size_t in [0, n * m)
      y[k] = a[k]
)");
  const analysis::Dependences dependences(kernel);
  EXPECT_TRUE(
      dependences.isWrittenFirst(kernel.body.back(), variable(kernel, "a"), *exprOf(kernel, "n * m")));
}

TEST(WrittenFirst, ATriangleIsNotAllOfIt) {
  EXPECT_FALSE(isWrittenFirst("    for i: int in [0, t)\n      a[i] = x[i]\n"
                              "    for j: int in [0, t)\n      y[j] = a[j]\n"));
}

} // namespace
