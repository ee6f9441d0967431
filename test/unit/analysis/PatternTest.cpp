// The pattern sweep of a kernel, as text.
#include "KernelText.h"

#include "ir/Verify.h"
#include "ir/text/Write.h"
#include "pattern/Pattern.h"

#include <regex>

namespace {

using namespace treelize;
using namespace treelize::test;
using pattern::Matrix;

/// The body of the sweep, the namespace of the runtime's functions left out; or why there is none.
std::string sweep(std::string_view text, Matrix matrix = Matrix::Jacobian) {
  const auto result = pattern::makePattern(kernelOf(text), matrix);
  if (const auto* none = std::get_if<pattern::NoPattern>(&result))
    return none->reason;
  const auto& kernel = std::get<ir::Kernel>(result);
  EXPECT_EQ(ir::verify(kernel, ir::Dialect::Structured), "");
  std::string body = ir::dump(kernel);
  body.erase(0, body.find("kernel f"));
  body.erase(0, body.find('\n') + 1);
  body = std::regex_replace(body, std::regex("`treelize::dependence::([a-z_]*)[^`]*`"), "$1");
  return std::regex_replace(body, std::regex("treelize::dependence::"), "");
}

TEST(Pattern, IndicesStayAndNumbersAreJoined) {
  EXPECT_EQ(sweep(R"(
kernel f(x: std::span<const double> const, at: std::span<const int> const, y: std::span<double>)
  for i: std::size_t in [0, at.size())
    let k: const int = at[i] + 1
    y[i] = 2.0 * x[k] + std::floor(x[0]) - x[k] * std::sin(x[i])
)"),
            R"(  for i: std::size_t in [0, at.size())
    let k: const int = at[i] + 1
    y[i] = joined(x[k], x[i])
)");
}

TEST(Pattern, AWholeNumberFromARealOneIsAnyIndex) {
  EXPECT_EQ(sweep(R"(
kernel f(x: std::span<const double> const, s: double, y: std::span<double>)
  let k: int = static_cast<int>(s)
  y[0] = x[k]
  y[k] = s
  k = 2
  y[k] = x[k]
)"),
            R"(  y[0] = any_of(x)
  perform widen_all(y, s) changes y
  let k: int = 2
  y[k] = x[k]
)");
}

TEST(Pattern, BothWaysOfABranchRun) {
  EXPECT_EQ(sweep(R"(
kernel f(x: std::span<const double> const, y: std::span<double>)
  let t: double = x[0]
  if x[1] > 0.0
    t = x[1]
    y[0] = t
  y[1] = t
)"),
            R"(  let t: double = x[0]
  let before_t: double = t
  t = x[1]
  y[0] = joined(y[0], t)
  t = joined(t, before_t)
  y[1] = t
)");
}

// The flag that ends the loop is known inside of it, and the counter, too.
TEST(Pattern, ALoopThatBreaksCountsOn) {
  EXPECT_EQ(sweep(R"(
kernel f(x: std::span<const double> const, n: int, y: std::span<double>)
  let s: double = 0.0
  let i: int = 0
  let looping: bool = true
  while looping && i < n
    s += x[i]
    y[i] = s
    if s > 1.0
      looping = false
    if looping
      i += 1
  y[0] = x[i]
)"),
            R"(  let i: int = 0
  let s: double = 0.0
  while i < n
    s = widened(s, x[i])
    y[i] = widened(y[i], s)
    i += 1
  y[0] = any_of(x)
)");
}

TEST(Pattern, ALoopWithoutABoundRunsUntilNoSetGrows) {
  EXPECT_EQ(sweep(R"(
kernel f(x: std::span<const double> const, y: std::span<double>)
  let r: double = 1.0
  while r > 0.5
    r = x[0] * r
    y[0] += r
)"),
            R"(  let growth: growth = growth{}
  let r: double = 0.0
  while `$0.goes_on()`(growth)
    r = widened(r, x[0])
    y[0] = widened(y[0], r)
)");
}

TEST(Pattern, WhatHasNone) {
  EXPECT_EQ(sweep(R"(
kernel f(x: std::span<const double> const, y: std::vector<double>&)
  if x[0] > 0.0
    append y, x[0]
)"),
            "real numbers decide the length of a container");
  EXPECT_EQ(sweep(R"(
kernel f(x: std::span<const double> const, y: std::span<double>)
  let r: double = x[0]
  let n: int = 0
  while r > 0.5
    r = r * 0.5
    y[n] = r
    n += 1
)"),
            "real numbers decide how often a loop runs that counts");
  EXPECT_EQ(sweep(R"(
kernel f(x: const double*, y: std::span<double>)
  y[0] = x[0]
)"),
            "'x' is a pointer, which has no extent");
}

TEST(Pattern, SecondDerivativesOfOperators) {
  EXPECT_EQ(sweep(R"(
kernel f(x: std::span<const double> const) -> double
  let r: double = x[0] * x[1] + x[2] / x[3] + std::fma(x[0], x[4], x[5]) + std::max(x[6], x[7] * x[7])
  r += std::atan2(x[0], 2.0) + 3.0 * x[1] + std::hypot(x[0], x[1])
  result r
)",
                  Matrix::Hessian),
            R"(  let r: double = joined((double: product(x[0], x[1])), (double: quotient(x[2], x[3])), x[5], (double: product(x[0], x[4])), x[6], (double: curved(x[7])))
  r = joined(r, (double: curved(x[0])), x[1], (double: curved((double: joined(x[0], x[1])))))
  result r
  returns r
)");
}

} // namespace
