// Loops that count to a bound that their conditions say in other words are counted loops: nothing tells how often they ran.
// RUN: %treelize %s -o %T/loop-bounds.treelize.hpp -- -std=c++20 -I%S/../Inputs
// RUN: %FileCheck %s --input-file=%T/loop-bounds.treelize.hpp
// RUN: %cxx -I%S/../Inputs -I%T %s %link -o %t && %t
#include <GradientCheck.h>
#include <treelize/annotations.hpp>

namespace app {

// CHECK-LABEL: struct band_kernel
// CHECK: static double sweep(
// CHECK-NOT: trips
// CHECK: const int [[BOUND:[a-z0-9_]+]] = std::min<int>(width, n - i);
// CHECK: for (int m = 1; m < [[BOUND]]; ++m) {
TREELIZE(kernel, wrt = (x)) double band(std::span<const double> x, int width) {
  const int n = static_cast<int>(x.size());
  double sum = 0;
  for (int i = 0; i < n; ++i)
    for (int m = 1; m < width && i + m < n; ++m)
      sum += x[i] * std::sin(x[i + m]);
  return sum;
}

// CHECK-LABEL: struct triples_kernel
// CHECK: static double sweep(
// CHECK-NOT: trips
// CHECK: const std::size_t [[BOUND:[a-z0-9_]+]] =
// CHECK-NEXT: treelize::trip_count<std::size_t>(0, x.size() > 2 ? x.size() - 2 : 0, 3);
// CHECK: for (std::size_t i = 0; i < [[BOUND]]; ++i) {
TREELIZE(kernel, wrt = (x)) double triples(std::span<const double> x) {
  double sum = 0;
  for (std::size_t i = 0; 3 * i + 2 < x.size(); ++i)
    sum += x[3 * i] * std::sin(x[3 * i + 1]) * x[3 * i + 2];
  return sum;
}

// CHECK-LABEL: struct halves_kernel
// CHECK: static double sweep(
// CHECK-NOT: trips
TREELIZE(kernel, wrt = (x)) double halves(std::span<const double> x, int start, int n) {
  double sum = x[0];
  int i = start;
  while (2 * i <= n) {
    sum *= 1 + x[(i + 8) % 3];
    ++i;
  }
  return sum * i;
}

} // namespace app

#include "loop-bounds.treelize.hpp"

int main() {
  using namespace app::kernels;
  std::vector<double> x;
  for (int size = 0; size < 9; ++size) {
    check::scalar("band", band, x, 3);
    check::scalar("triples", triples, x);
    x.push_back(0.3 + 0.1 * size);
  }
  for (int start = -5; start < 6; ++start)
    for (int n = -9; n < 10; ++n)
      check::scalar("halves", halves, x, start, n);
  return check::finish();
}
