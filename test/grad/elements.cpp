// Where each iteration works on elements of its own, the next one overwrites nothing that is needed: nothing is saved.
// RUN: %treelize %s -o %T/elements.treelize.hpp -- -std=c++20 -I%S/../Inputs
// RUN: %FileCheck %s --input-file=%T/elements.treelize.hpp
// RUN: %cxx -I%S/../Inputs -I%T %s %link -o %t && %t
#include <GradientCheck.h>
#include <treelize/annotations.hpp>

#include <cmath>

namespace app {

// CHECK-LABEL: struct own_kernel
// CHECK: static double sweep(
// CHECK-NOT: a_old
// CHECK: tangent_sweep(
TREELIZE(kernel) double own(std::span<const double> x) {
  const std::size_t n = x.size();
  std::vector<double> a(n), b(2 * n);
  for (std::size_t i = 0; i < n; ++i) {
    a[i] = x[i] * x[0];
    b[i + n] = a[i] * a[i] + x[i];
    b[i] = b[i + n] * a[i];
  }
  double sum = 0;
  for (std::size_t i = 0; i < n; ++i)
    sum += b[i] * b[i];
  return sum;
}

// Twice in one iteration, from one time step to the next, and a neighbour's element: these are saved.
// CHECK-LABEL: struct shared_kernel
// CHECK: static double sweep(
// CHECK: a_old
// CHECK: tangent_sweep(
TREELIZE(kernel) double shared(std::span<const double> x) {
  const std::size_t n = x.size();
  std::vector<double> a(n), b(n), c(n + 1);
  double sum = 1;
  for (int t = 0; t < 3; ++t)
    for (std::size_t i = 0; i < n; ++i) {
      a[i] = a[i] * x[i] + 1;
      sum += a[i] * a[i];
      a[i] = std::sin(a[i]) * sum;
      b[i] = b[i] * b[i] + a[i];
      c[i + 1] = c[i] * c[i] + x[i] * c[i + 1];
    }
  for (std::size_t i = 0; i < n; ++i) {
    b[i] = b[i] * b[n - 1 - i];
    sum += b[i] * b[i] * c[i];
  }
  return sum;
}

} // namespace app

#include "elements.treelize.hpp"

int main() {
  for (const std::vector<double>& x : {std::vector{0.9, -0.3, 0.4}, std::vector{-0.5, 0.2, -0.4, 0.6}}) {
    check::scalar("own", app::kernels::own, x);
    check::scalar("shared", app::kernels::shared, x);
  }
  return check::finish();
}
