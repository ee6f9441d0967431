// Neighbouring loops over the same range are one loop, where no iteration of the second waits for a later one of the first.
// RUN: %treelize %s -o %T/merging.treelize.hpp -- -std=c++20 -I%S/../Inputs
// RUN: %FileCheck %s --input-file=%T/merging.treelize.hpp
// RUN: %cxx -I%S/../Inputs -I%T %s %link -o %t && %t
// RUN: %treelize %s -o - --disable-pass=merging -- -std=c++20 -I%S/../Inputs | %FileCheck %s --check-prefix=OFF
#include <GradientCheck.h>
#include <treelize/annotations.hpp>

#include <cmath>

namespace app {

// Each iteration reads what it has written itself.
// CHECK-LABEL: struct scaled_kernel
// CHECK: static double sweep(
// CHECK: for (std::size_t i = 0; i < x.size(); ++i) {
// CHECK-NEXT: shifted[i] = x[i] - 0.5;
// CHECK-NEXT: scaled[i] = shifted[i] * x_here;
// CHECK-NEXT: }
// OFF-LABEL: struct scaled_kernel
// OFF: shifted[i] = x[i] - 0.5;
// OFF-NEXT: }
TREELIZE(kernel) double scaled(std::span<const double> x) {
  std::vector<double> shifted(x.size()), scaled(x.size());
  for (std::size_t i = 0; i < x.size(); ++i)
    shifted[i] = x[i] - 0.5;
  for (std::size_t i = 0; i < x.size(); ++i)
    scaled[i] = shifted[i] * x[0];
  double sum = 0;
  for (std::size_t i = 0; i < x.size(); ++i)
    for (std::size_t j = 0; j < x.size(); ++j)
      sum += std::sin(scaled[i] * shifted[j]);
  return sum;
}

// A neighbour's element, a sum that is read, another range, a range that the first loop changes.
// CHECK-LABEL: struct apart_kernel
// CHECK: static double sweep(
// CHECK: y[i] = sin_value;
// CHECK: }
// CHECK: for (int i = 0; i < n; ++i) {
// CHECK: z[i] =
// CHECK: }
// CHECK: for (int i = 0; i < n; ++i) {
// CHECK: sum +=
// CHECK: }
// CHECK: for (int i = 0; i < n; ++i) {
// CHECK: y[i] *
TREELIZE(kernel) double apart(std::span<const double> x, int m) {
  const int n = static_cast<int>(x.size());
  std::vector<double> y(x.begin(), x.end()), z(x.size());
  for (int i = 0; i < n; ++i)
    y[i] = std::sin(x[i]);
  for (int i = 0; i < n; ++i)
    z[i] = y[(i + 1) % n] * x[i];
  double sum = 0;
  for (int i = 0; i < n; ++i)
    sum += z[i] * z[i];
  for (int i = 0; i < n; ++i)
    z[i] = y[i] * sum;
  int top = 0;
  for (int i = 0; i < m; ++i) {
    y[i] += z[i] * sum;
    top = i;
  }
  for (int i = 0; i < top; ++i)
    y[i] *= z[i];
  for (int i = 1; i < n; ++i)
    y[i - 1] += y[i] * z[i];
  for (int i = 1; i < n; ++i)
    z[i] = y[i - 1] * y[i];
  return sum * y[0] * z[1] + z[2];
}

// The two loops call their locals by the same names.
TREELIZE(kernel) double namesakes(std::span<const double> x) {
  double y[3], z[3], sum = 0;
  for (int i = 0; i < 3; ++i) {
    const double v = std::exp(x[i]);
    y[i] = v * v;
  }
  for (int i = 0; i < 3; ++i) {
    const double v = std::sin(y[i]);
    z[i] = v + x[i] * v;
  }
  for (int i = 0; i < 3; ++i)
    sum += y[i] * z[2 - i];
  return sum;
}

} // namespace app

#include "merging.treelize.hpp"

int main() {
  const std::vector<double> x{0.9, -0.3, 0.4, 0.7};
  check::scalar("scaled", app::kernels::scaled, x);
  check::scalar("apart", app::kernels::apart, x, 3);
  check::scalar("apart", app::kernels::apart, x, 0);
  check::scalar("namesakes", app::kernels::namesakes, x);
  return check::finish();
}
