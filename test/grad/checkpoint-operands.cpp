// What the iterations between two snapshots only read is what it was when they run again, though it is overwritten after the loop.
// RUN: %treelize %s -o %T/checkpoint-operands.treelize.hpp --disable-pass=splitting -- -std=c++20 -I%S/../Inputs
// RUN: %FileCheck %s --input-file=%T/checkpoint-operands.treelize.hpp
// RUN: %cxx -I%S/../Inputs -I%T %s %link -o %t && %t
// RUN: %allcxx -I%S/../Inputs -I%T %s -fsyntax-only
#include <array>
#include <cmath>
#include <span>
#include <treelize/annotations.hpp>
#include <vector>

namespace app {

// Nothing but the iterations asks for c.
// CHECK-LABEL: struct number_kernel
// CHECK: static double sweep(
// CHECK: const double c_old = c;
// CHECK: c = c_old;
// CHECK: for (int t = n; t-- > 0;) {
TREELIZE(kernel, checkpoint = 2) inline double number(std::span<const double> x, int n) {
  double s = x[0], c = x[1] * x[2];
  for (int t = 0; t < n; ++t)
    s = std::sin(s) + c;
  c = 5;
  return s * c;
}

TREELIZE(kernel, checkpoint = 2) inline double elements(std::span<const double> x, int n) {
  std::vector<double> u(x.begin(), x.end()), w{x[2], x[0] * x[1], 0.5, x[3]};
  std::array<int, 4> at{2, 0, 3, 1};
  for (int t = 0; t < n; ++t)
    for (int i = 0; i < 4; ++i)
      u[i] = std::sin(u[i]) + w[at[i]];
  at = {0, 0, 0, 0};
  w[1] = 0.25;
  w = u;
  u[at[2]] *= w[2];
  return u[0] + 2 * w[1] + u[2] * u[3];
}

/// Bounds of loops, and what a branch compares with.
TREELIZE(kernel, checkpoint = 1) inline double bounds(std::span<const double> x, int n) {
  double s = x[0], lost = 0;
  int inner = 3, steps = n;
  for (int t = 0; t < steps; ++t) {
    for (int i = 0; i < inner; ++i)
      s += 0.1 * std::sin(s * x[i]);
    if (s > x[1])
      lost += s;
  }
  inner = 1;
  steps = 0;
  return s * lost + inner;
}

} // namespace app

#include "checkpoint-operands.treelize.hpp"

#include <GradientCheck.h>

int main() {
  const std::vector<double> x{0.3, 0.7, 1.1, -0.6};
  for (int n : {0, 1, 2, 3, 7, 20}) {
    check::scalar("number", app::kernels::number, x, n);
    check::scalar("elements", app::kernels::elements, x, n);
    check::scalar("bounds", app::kernels::bounds, x, n);
  }
  return check::failures();
}
