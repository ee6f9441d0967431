// The adjoint of a stencil is one loop for each offset at which it adds, so that compilers vectorise it, where the sums
// are not gathered.
// RUN: %treelize %s -o %T/fission.treelize.hpp --disable-pass=gathering -- -std=c++20 -I%S/../Inputs
// RUN: %FileCheck %s --input-file=%T/fission.treelize.hpp
// RUN: %cxx -I%S/../Inputs -I%T %s %link -o %t && %t
// RUN: %treelize %s -o - --disable-pass=fission -- -std=c++20 -I%S/../Inputs | %FileCheck %s --check-prefix=OFF
#include <GradientCheck.h>
#include <treelize/annotations.hpp>

#include <cmath>

namespace app {

// CHECK-LABEL: struct spring_kernel
// CHECK: static double sweep(
// CHECK: y_b[i + 1] += factor;
// CHECK-NEXT: }
// CHECK-NEXT: for (std::size_t i = 1; i + 1 < n; ++i) {
// CHECK: y_b[i - 1] +=
// CHECK: }
// CHECK-NEXT: for (std::size_t i = 1; i + 1 < n; ++i) {
// CHECK: y_b[i] -=
// CHECK-NEXT: f_b[i] = 0.0;
// CHECK: tangent_sweep(
// OFF-LABEL: struct spring_kernel
// OFF: y_b[i + 1] += factor;
// OFF-NOT: for (
// OFF: y_b[i] -=
TREELIZE(kernel) double spring(std::span<const double> x, int steps) {
  const std::size_t n = x.size();
  std::vector<double> y(x.begin(), x.end()), f(n);
  for (int s = 0; s < steps; ++s) {
    for (std::size_t i = 1; i + 1 < n; ++i)
      f[i] = x[i] * (y[i + 1] - y[i]) + std::sin(x[i - 1]) * (y[i - 1] - y[i]);
    for (std::size_t i = 1; i + 1 < n; ++i)
      y[i] += 0.1 * f[i];
  }
  double sum = 0;
  for (std::size_t i = 0; i < n; ++i)
    sum += y[i] * y[i];
  return sum;
}

// Over a grid: the part of the index that stays the same does not matter. A number is a sum as well.
// CHECK-LABEL: struct grid_kernel
// CHECK: static double sweep(
// CHECK: u_b[i * n + j + 1] +=
// CHECK: }
// CHECK: for (int j = 1; j < n - 1; ++j) {
// CHECK: u_b[i * n + j - 1] +=
// CHECK: tangent_sweep(
TREELIZE(kernel) double grid(std::span<const double> x, int n) {
  const double rate = x[0] * x[0];
  std::vector<double> u(x.begin(), x.end()), next(x.size());
  for (int s = 0; s < 2; ++s) {
    for (int i = 1; i < n - 1; ++i)
      for (int j = 1; j < n - 1; ++j)
        next[i * n + j] = rate * (u[i * n + j + 1] * x[i] + u[i * n + j - 1] + u[(i + 1) * n + j] - u[(i - 1) * n + j]);
    std::swap(u, next);
  }
  double sum = 0;
  for (double v : u)
    sum += v * v;
  return sum;
}

// CHECK-LABEL: struct rows_kernel
// CHECK: static double sweep(
// CHECK: u_b[i][j + 1] +=
// CHECK: }
// CHECK: for (int j = 1; j < n - 1; ++j) {
// CHECK: u_b[i][j - 1] +=
// CHECK: tangent_sweep(
TREELIZE(kernel) double rows(std::span<const double> x, int n) {
  std::vector<std::vector<double>> u(n, std::vector<double>(x.begin(), x.end())), f(n, std::vector<double>(n));
  for (int i = 1; i < n - 1; ++i)
    for (int j = 1; j < n - 1; ++j)
      f[i][j] = x[i] * (u[i][j + 1] + u[i][j - 1] - u[i + 1][j]);
  double sum = 0;
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j)
      sum += f[i][j] * f[i][j];
  return sum;
}

// The sums of one iteration are read by the next one: in this order.
// CHECK-LABEL: struct chain_kernel
// CHECK: static double sweep(
// CHECK: i-- > 1;) {
// CHECK-NOT: for (
// CHECK: y_b[i - 1] +=
TREELIZE(kernel) double chain(std::span<const double> x) {
  std::vector<double> y(x.begin(), x.end());
  for (std::size_t i = 1; i + 1 < y.size(); ++i)
    y[i] = y[i - 1] * y[i + 1] * 0.5 + x[i];
  double sum = 0;
  for (std::size_t i = 0; i < y.size(); ++i)
    sum += y[i] * y[i];
  return sum;
}

} // namespace app

#include "fission.treelize.hpp"

int main() {
  const std::vector<double> x{0.9, -0.3, 0.4, 0.7, 1.2, -0.8};
  check::scalar("spring", app::kernels::spring, x, 3);
  check::scalar("spring", app::kernels::spring, x, 0);
  check::scalar("rows", app::kernels::rows, x, 6);
  std::vector<double> field(36);
  for (std::size_t i = 0; i < field.size(); ++i)
    field[i] = std::sin(static_cast<double>(i * i)) + 0.5;
  check::scalar("grid", app::kernels::grid, field, 6);
  check::scalar("chain", app::kernels::chain, x);
  return check::finish();
}
