// `i + width <= n` bounds a counted loop, as `i < n - width + 1` does; without one where the width changes, where the
// counter moves in other arithmetic, or where the sum might be negative beside an unsigned number.
// RUN: %treelize %s -o %T/windows.treelize.hpp --disable-pass=interchange -- -std=c++20 -I%S/../Inputs
// RUN: %FileCheck %s --input-file=%T/windows.treelize.hpp
// RUN: %cxx -I%S/../Inputs -I%T %s %link -o %t && %t
#include <GradientCheck.h>
#include <treelize/annotations.hpp>

#include <algorithm>
#include <cmath>

namespace app {

// CHECK-LABEL: struct moving_kernel
// CHECK: for (int i = 0; i < n + 1 - width; ++i) {
// CHECK-NOT: while
// CHECK: tangent_sweep(
TREELIZE(kernel) double moving(std::span<const double> x, int width) {
  const int n = static_cast<int>(x.size());
  double sum = 0;
  for (int i = 0; i + width <= n; ++i) {
    double a = 0;
    for (int j = 0; j < width; ++j)
      a += x[i + j];
    sum += std::sin(a);
  }
  return sum;
}

// Unsigned, the width first, and longer than the range.
// CHECK-LABEL: struct sizes_kernel
// CHECK: for (std::size_t i = 0; i + width < x.size(); ++i) {
// CHECK-NOT: while
// CHECK: tangent_sweep(
TREELIZE(kernel) double sizes(std::span<const double> x, std::size_t width) {
  double sum = x[0];
  for (std::size_t i = 0; width + i < x.size(); ++i)
    sum += x[i] * x[i + width] * sum;
  return sum;
}

// CHECK-LABEL: struct shrinking_kernel
// CHECK: while (i + width_value <= n) {
TREELIZE(kernel) double shrinking(std::span<const double> x, int width) {
  const int n = static_cast<int>(x.size());
  double sum = 0;
  for (int i = 0; i + width <= n; ++i) {
    sum += x[i] * x[i + width - 1];
    if (i % 2 == 0)
      ++width;
  }
  return sum;
}

// CHECK-LABEL: struct mixed_kernel
// CHECK: while (
TREELIZE(kernel) double mixed(std::span<const double> x, int shift) {
  double sum = 0;
  for (int i = 0; static_cast<std::size_t>(i + shift) < x.size(); ++i)
    sum += x[i + shift] * x[i];
  return sum;
}

} // namespace app

#include "windows.treelize.hpp"

int main() {
  const std::vector<double> x{0.9, -0.3, 0.4, -1.2, 0.7};
  for (int width = 1; width <= 7; ++width) {
    check::scalar("moving", app::kernels::moving, x, width);
    check::scalar("sizes", app::kernels::sizes, x, static_cast<std::size_t>(width));
    check::scalar("shrinking", app::kernels::shrinking, x, width);
  }
  check::scalar("mixed", app::kernels::mixed, x, -1);
  check::scalar("mixed", app::kernels::mixed, x, 2);
  return check::finish();
}
