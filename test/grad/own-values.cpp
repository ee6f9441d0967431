// What the derivative of an assignment reads of its own target, the assignment puts back: nobody else saves it.
// RUN: %treelize %s -o %T/own-values.treelize.hpp -- -std=c++20 -I%S/../Inputs
// RUN: %FileCheck %s --input-file=%T/own-values.treelize.hpp
// RUN: %cxx -I%S/../Inputs -I%T %s %link -o %t && %t
#include <GradientCheck.h>
#include <treelize/annotations.hpp>

namespace app {

// CHECK-LABEL: struct filtered_kernel
// CHECK: static double sweep(
// CHECK: g[j] = 0.0;
// CHECK-NEXT: for (std::size_t i = 0; i < n; ++i) {
// CHECK-NEXT: g[j] +=
// CHECK-NEXT: }
// CHECK-NEXT: g_old[j] = g[j];
// CHECK-NEXT: g[j] = g[j] * x[j];
// CHECK: tangent_sweep(
TREELIZE(kernel) double filtered(std::span<const double> x, int steps) {
  const std::size_t n = x.size();
  std::vector<double> f(x.begin(), x.end()), g(n);
  for (int s = 0; s < steps; ++s) {
    for (std::size_t j = 0; j < n; ++j) {
      g[j] = 0;
      for (std::size_t i = 0; i < n; ++i)
        g[j] += f[i] * x[(i + j) % n];
      g[j] *= x[j];
    }
    f = g;
  }
  double sum = 0;
  for (double v : f)
    sum += v * v;
  return sum;
}

// Another statement's derivative reads the element as well: what overwrites it then saves it.
// CHECK-LABEL: struct shared_kernel
// CHECK: static double sweep(
// CHECK: g_old
// CHECK: g[j] += x[j];
// CHECK: g[j] = g[j] * x[j];
// CHECK: tangent_sweep(
TREELIZE(kernel) double shared(std::span<const double> x, int steps) {
  const std::size_t n = x.size();
  std::vector<double> g(x.begin(), x.end());
  double sum = 0;
  for (int s = 0; s < steps; ++s)
    for (std::size_t j = 0; j < n; ++j) {
      sum += g[j] * g[n - 1 - j];
      g[j] += x[j];
      g[j] *= x[j];
    }
  return sum;
}

} // namespace app

#include "own-values.treelize.hpp"

int main() {
  const std::vector<double> x{0.9, -0.3, 0.4, 0.7};
  check::scalar("filtered", app::kernels::filtered, x, 3);
  check::scalar("filtered", app::kernels::filtered, x, 0);
  check::scalar("shared", app::kernels::shared, x, 3);
  return check::finish();
}
