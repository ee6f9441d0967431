// What only the branches of a recursive function use is theirs: where the recursion ends, nothing is left on the tape.
// RUN: %treelize %s -o %T/sinking.treelize.hpp -- -std=c++20 -I%S/../Inputs
// RUN: %FileCheck %s --input-file=%T/sinking.treelize.hpp
// RUN: %cxx -I%S/../Inputs -I%T %s %link -o %t && %t
// RUN: %treelize %s -o - --disable-pass=scopes -- -std=c++20 -I%S/../Inputs | %FileCheck %s --check-prefix=OFF
#include <GradientCheck.h>
#include <treelize/annotations.hpp>

#include <cmath>

namespace app {

// The first number of a chain, and what follows it.
// CHECK: static double chained_forward(
// CHECK: if (depth == 0) {
// CHECK-NEXT: const int at = next[first];
// CHECK-NEXT: result = x[at]
// CHECK-NEXT: } else {
// CHECK: static void chained_reverse(
// CHECK: if (depth == 0) {
// CHECK-NEXT: const int at = next[first];
// CHECK-NEXT: x_b[at] +=
// OFF: static double chained_forward(
// OFF: const int at = next[first];
// OFF: if (depth == 0) {
inline double chained(const double* x, std::vector<int>& next, int first, int depth) {
  const int at = next[first];
  if (depth == 0)
    return x[at] * 2;
  next[first] = next[at];
  const double rest = chained(x, next, first, depth - 1);
  next[first] = at;
  return rest * x[at] + std::sin(rest);
}
TREELIZE(kernel) double chain(std::span<const double> x, int depth) {
  std::vector<int> next(x.size());
  for (std::size_t i = 0; i < x.size(); ++i)
    next[i] = static_cast<int>((i + 1) % x.size());
  return chained(x.data(), next, 0, depth);
}

// Changed before the branch, asked by its condition, used after it: not theirs.
inline double steps(double x, double y, int n) {
  double size = x * y, sum = x + n, last = std::sin(y);
  x += 1;
  if (size > 3 || n == 0)
    return sum * x;
  if (y > 0)
    sum += last * y;
  return steps(x * 0.5 + sum * 0.1, y, n - 1) * last;
}
TREELIZE(kernel) double walk(double x, double y) { return steps(x, y, 3) + steps(y, x, 0); }

} // namespace app

#include "sinking.treelize.hpp"

int main() {
  const std::vector<double> x{0.9, -0.3, 0.4, 0.7};
  for (int depth = 0; depth < 4; ++depth)
    check::scalar("chain", app::kernels::chain, x, depth);
  check::numbers("walk", app::kernels::walk, 0.7, 1.1);
  check::numbers("walk", app::kernels::walk, 2.7, 1.6);
  return check::finish();
}
