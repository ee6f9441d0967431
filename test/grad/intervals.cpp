// Sums over shorter intervals: an element that is added to is none of those that have been read, and is not saved.
// RUN: %treelize %s -o %T/intervals.treelize.hpp -- -std=c++20 -I%S/../Inputs
// RUN: %FileCheck %s --input-file=%T/intervals.treelize.hpp
// RUN: %cxx -I%S/../Inputs -I%T %s %link -o %t && %t
// RUN: %treelize %s -o - --disable-pass=elements -- -std=c++20 -I%S/../Inputs | %FileCheck %s --check-prefix=OFF
#include <GradientCheck.h>
#include <treelize/annotations.hpp>

namespace app {

// CHECK-LABEL: struct rows_kernel
// CHECK: static double sweep(
// CHECK-NOT: chart_old
// CHECK: tangent_sweep(
// OFF-LABEL: struct rows_kernel
// OFF: chart_old
TREELIZE(kernel) double rows(std::span<const double> x) {
  const int n = static_cast<int>(x.size());
  std::vector<std::vector<double>> chart(n, std::vector<double>(n, 0.0));
  for (int i = 0; i < n; ++i)
    chart[i][i] = x[i];
  for (int length = 2; length <= n; ++length)
    for (int i = 0; i + length <= n; ++i) {
      const int j = i + length - 1;
      for (int k = i; k < j; ++k)
        chart[i][j] += x[k] * chart[i][k] * chart[k + 1][j];
    }
  return chart[0][n - 1];
}

// CHECK-LABEL: struct flat_kernel
// CHECK: static double sweep(
// CHECK-NOT: chart_old
// CHECK: tangent_sweep(
TREELIZE(kernel) double flat(std::span<const double> x) {
  const int n = static_cast<int>(x.size());
  std::vector<double> chart(n * n, 0.0);
  for (int i = 0; i < n; ++i)
    chart[i * n + i] = x[i];
  for (int length = 2; length <= n; ++length)
    for (int i = 0; i + length <= n; ++i) {
      const int j = i + length - 1;
      for (int k = i; k < j; ++k)
        chart[i * n + j] += x[k] * chart[i * n + k] * chart[(k + 1) * n + j];
    }
  return chart[n - 1];
}

// Here an interval is read before it is added to again.
// CHECK-LABEL: struct twice_kernel
// CHECK: static double sweep(
// CHECK: chart_old
TREELIZE(kernel) double twice(std::span<const double> x) {
  const int n = static_cast<int>(x.size());
  std::vector<std::vector<double>> chart(n, std::vector<double>(n, 0.5));
  for (int length = 1; length <= n; ++length)
    for (int i = 0; i + length <= n; ++i) {
      const int j = i + length - 1;
      for (int k = i; k <= j; ++k)
        chart[i][j] += x[k] * chart[i][k] * chart[k][j];
    }
  return chart[0][n - 1];
}

// The rows of a band are changed before they are read: of a row is kept what a factor takes the place of, not each change.
// CHECK-LABEL: struct band_kernel
// CHECK: static double sweep(
// CHECK: double* const k_old = tape.take<double>(treelize::trip_count<int>(1, last + 1));
// CHECK-NOT: k_old[j
// CHECK: tangent_sweep(
TREELIZE(kernel, wrt = (x)) double band(std::span<const double> x, int n, int width) {
  std::vector<double> k(n * width, 0.0);
  for (int i = 0; i < n * width; ++i)
    k[i] = x[i % x.size()] + (i % width == 0 ? 3 : 0);
  for (int i = 0; i < n; ++i) {
    const double d = k[i * width];
    const int last = std::min(width - 1, n - 1 - i);
    for (int m = 1; m <= last; ++m) {
      const double l = k[i * width + m] / d;
      for (int j = m; j <= last; ++j)
        k[(i + m) * width + j - m] -= l * k[i * width + j];
      k[i * width + m] = l;
    }
  }
  return k[n * width - width] * k[1];
}

} // namespace app

#include "intervals.treelize.hpp"

int main() {
  using namespace app::kernels;
  std::vector<double> x{0.9};
  for (int size = 1; size < 6; ++size) {
    check::scalar("rows", rows, x);
    check::scalar("flat", flat, x);
    check::scalar("twice", twice, x);
    x.push_back(0.2 - 0.3 * size);
  }
  check::scalar("band", band, x, 4, 3);
  check::scalar("band", band, x, 3, 5);
  return check::finish();
}
