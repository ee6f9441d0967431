// The adjoint of a stencil adds to each element once, what the iterations around it would have added; the iterations at
// the ends, and rows too short for that, add as they come.
// RUN: %treelize %s -o %T/gathering.treelize.hpp -- -std=c++20 -I%S/../Inputs
// RUN: %FileCheck %s --input-file=%T/gathering.treelize.hpp
// RUN: %cxx -fsanitize=address -I%S/../Inputs -I%T %s %link -o %t && %t
// RUN: %treelize %s -o - --disable-pass=gathering --disable-pass=histories -- -std=c++20 -I%S/../Inputs | %FileCheck %s --check-prefix=OFF
#include <GradientCheck.h>
#include <treelize/annotations.hpp>

#include <cmath>

namespace app {

// CHECK-LABEL: struct diffusion_kernel
// CHECK: static double sweep(
// CHECK: if (3 < (n - 1)) {
// CHECK-NEXT: for (int i = 1; i < 3; ++i) {
// CHECK: for (int i = 2; i < n - 2; ++i) {
// CHECK-NEXT: u_b[i] += v_b[i + 1] * (0.2 * x[i + 1]) + (v_b[i] -
// CHECK-NEXT: v_b[i - 1] * (0.2 * x[i - 1]);
// CHECK-NEXT: }
// CHECK-NEXT: for (int i = n - 3; i < n - 1; ++i) {
// CHECK: } else {
// CHECK-NEXT: for (int i = 1; i < n - 1; ++i) {
// CHECK: v_b[i] = 0.0;
// OFF-LABEL: struct diffusion_kernel
// OFF: static double sweep(
// OFF-NOT: else
// OFF: tangent_sweep(
TREELIZE(kernel) double diffusion(std::span<const double> x, int n) {
  std::vector<double> u(x.begin(), x.begin() + n), v(n);
  for (int t = 0; t < 3; ++t) {
    for (int i = 1; i < n - 1; ++i)
      v[i] = u[i] + 0.2 * x[i] * (u[i - 1] - 2 * u[i] + u[i + 1]);
    std::swap(u, v);
  }
  double sum = 0;
  for (double e : u)
    sum += e * e;
  return sum;
}

// Unsigned, on one side, at a distance, with what depends on the counter itself.
// CHECK-LABEL: struct ahead_kernel
// CHECK: static double sweep(
// CHECK: if (4 < n) {
// CHECK: for (std::size_t i = 2; i < n - 2; ++i) {
// CHECK-NEXT: u_b[i + 2] +=
TREELIZE(kernel) double ahead(std::span<const double> x, std::size_t n) {
  std::vector<double> u(x.begin(), x.end()), f(x.size());
  for (std::size_t i = 0; i < x.size(); ++i)
    u[i] = std::sin(x[i]);
  for (std::size_t i = 0; i + 2 < n; ++i)
    f[i] = u[i + 2] * x[i] - static_cast<double>(i) * u[i + 4] / 3.0;
  double sum = 0;
  for (double e : f)
    sum += e * e;
  return sum;
}

// An index that is a local of the iteration, over a grid whose rows do not gather.
// CHECK-LABEL: struct grid_kernel
// CHECK: static double sweep(
// CHECK: for (int j = 2; j < m - 2; ++j) {
// CHECK-NEXT: u_b[i * m + j] +=
TREELIZE(kernel) double grid(std::span<const double> x, int n, int m) {
  std::vector<double> u(n * m), v(n * m);
  for (int c = 0; c < n * m; ++c)
    u[c] = x[c % 8] * x[c % 3];
  for (int i = 1; i < n - 1; ++i)
    for (int j = 1; j < m - 1; ++j) {
      const int c = i * m + j;
      v[c] = x[c % 5] * (u[c - 1] + u[c + 1] + u[c - m] + u[c + m] - 4 * u[c]);
    }
  double sum = 0;
  for (double e : v)
    sum += e * e;
  return sum;
}

} // namespace app

#include "gathering.treelize.hpp"

int main() {
  const std::vector<double> x{0.9, -0.3, 0.4, -1.2, 0.7, 0.2, -0.5, 1.1, 0.6};
  for (int n = 2; n <= 9; ++n)
    check::scalar("diffusion", app::kernels::diffusion, x, n);
  for (std::size_t n = 0; n <= 7; ++n)
    check::scalar("ahead", app::kernels::ahead, x, n);
  for (int m = 2; m <= 7; ++m)
    check::scalar("grid", app::kernels::grid, x, 4, m);
  return check::finish();
}
