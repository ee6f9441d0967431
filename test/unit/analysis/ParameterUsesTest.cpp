// What of a kernel's parameters is a row of its Jacobian, and what a column.
#include "KernelText.h"

#include "analysis/ParameterUses.h"

namespace {

using namespace treelize;
using namespace treelize::test;
using enum analysis::ParameterUse;

analysis::ParameterUse use(std::string_view text, const std::string& parameter) {
  const ir::Kernel kernel = kernelOf(text);
  return analysis::useOf(kernel, variable(kernel, parameter));
}

TEST(ParameterUses, WhatIsOnlySetIsWritten) {
  const char* const text = R"(
kernel f(y: std::span<const double> const, r: std::span<double>)
  for i: std::size_t in [1, y.size())
    r[i] = y[i] - y[i - 1]
)";
  EXPECT_EQ(use(text, "y"), Read);
  EXPECT_EQ(use(text, "r"), Written);
}

TEST(ParameterUses, AWholeNumberIsSetOrCounted) {
  const char* const text = R"(
kernel f(x: double, set: int&, counted: int&)
  set = 3
  counted += 1
)";
  EXPECT_EQ(use(text, "set"), Written);
  EXPECT_EQ(use(text, "counted"), Updated);
}

TEST(ParameterUses, ACopyIsNoneOfTheCallers) {
  EXPECT_EQ(use(R"(
kernel f(x: double, y: double&)
  x = x * 2.0
  y = x
)",
                "x"),
            Read);
}

TEST(ParameterUses, ASumIntoWhatTheCallerLeftIsUpdated) {
  EXPECT_EQ(use(R"(
kernel f(x: std::span<double>)
  for i: std::size_t in [0, x.size())
    x[i] += x[i] * x[i]
)",
                "x"),
            Updated);
}

// By a data index, after a loop over all elements; the size may stand in a local.
const char* const gathered = R"(
kernel f(y: std::span<const double> const, at: std::span<const int> const, r: std::span<double>)
  let n: const std::size_t = r.size()
  for i: std::size_t in [FROM, n)
    r[i] = 0.0
  for k: std::size_t in [0, at.size())
    r[at[k]] += y[k]
)";

std::string with(std::string text, const std::string& name, const std::string& value) {
  return text.replace(text.find(name), name.size(), value);
}

TEST(ParameterUses, ALoopThatSetsEveryElementWritesTheWhole) {
  EXPECT_EQ(use(with(gathered, "FROM", "0"), "r"), Written);
  EXPECT_EQ(use(with(gathered, "FROM", "1"), "r"), Updated);
}

TEST(ParameterUses, TheSizeOfAnotherIsNotTheWhole) {
  EXPECT_EQ(use(with(with(gathered, "FROM", "0"), "r.size()", "y.size()"), "r"), Updated);
}

TEST(ParameterUses, AnElementIsReadAfterItWasSet) {
  const std::string text = R"(
kernel f(a: const double* const, n: const int, m: const int, c: double*)
  for i: int in [0, n)
    for j: int in [0, m)
      c[i * m + j] = 0.0
      for k: int in [0, 3)
        c[i * m + OTHER] += a[i * m + k]
)";
  EXPECT_EQ(use(with(text, "OTHER", "j"), "c"), Written);
  EXPECT_EQ(use(with(text, "OTHER", "k"), "c"), Updated);
}

TEST(ParameterUses, ABranchThatMayNotRunWritesNothing) {
  EXPECT_EQ(use(R"(
kernel f(x: const double, y: double&)
  if x > 0.0
    y = 0.0
  y += x
)",
                "y"),
            Updated);
}

TEST(ParameterUses, ALengthIsNoNumber) {
  EXPECT_EQ(use(R"(
kernel f(y: const std::vector<double>&, r: std::vector<double>&)
  let present: const std::size_t = r.size()
  for i: std::size_t in [0, present)
    drop r
  for k: std::size_t in [0, y.size())
    append r, y[k]
)",
                "r"),
            Written);
}

TEST(ParameterUses, AMemberIsReadOfAnObjectThatIsWritten) {
  const std::string text = R"(
type S = record { a: double, b: double, n: int }
kernel f(s: S&)
  s.a = s.MEMBER
)";
  EXPECT_EQ(use(with(text, "MEMBER", "b"), "s"), Updated);
  EXPECT_EQ(use(with(text, "s.a = s.MEMBER", "s.n = 2"), "s"), Read) << "a whole number is no row";
}

TEST(ParameterUses, APointerThatMovesOnIsNotFollowed) {
  EXPECT_EQ(use(R"(
kernel f(x: const double, r: std::span<double>, other: std::span<double>)
  r = other
  r[0] = x
)",
                "r"),
            Updated);
}

} // namespace
