// The first and the last iterations of a loop, which choose another element than all others, run by themselves: the
// loop between them gathers what it adds to neighbours.
// RUN: %treelize %s -o %T/peeling.treelize.hpp -- -std=c++20 -I%S/../Inputs
// RUN: %FileCheck %s --input-file=%T/peeling.treelize.hpp
// RUN: %cxx -fsanitize=address -I%S/../Inputs -I%T %s %link -o %t && %t
// RUN: %treelize %s -o - --disable-pass=peeling -- -std=c++20 -I%S/../Inputs | %FileCheck %s --check-prefix=OFF
#include <GradientCheck.h>
#include <treelize/annotations.hpp>

#include <cmath>

namespace app {

// CHECK-LABEL: struct torus_kernel
// CHECK: static double sweep(
// CHECK: const int i_begin = 1 < n ? 1 : n;
// CHECK: for (int i = 1; i < i_end; ++i) {
// CHECK: 0.2 * (u_row[row + (i - 1)] - 2.0 * u_row[row + (i + 1)])
// CHECK: u_b = treelize::zeros_like(u);
// CHECK: for (int i = 2; i < i_end - 1; ++i) {
// CHECK-NEXT: u_b[row + i] +=
// CHECK: tangent_sweep(
// OFF-LABEL: struct torus_kernel
// OFF-NOT: i_begin
// OFF: tangent_sweep(
TREELIZE(kernel) double torus(std::span<const double> x, int n) {
  std::vector<double> u(x.begin(), x.end()), v(n * n);
  for (int t = 0; t < 3; ++t) {
    for (int j = 0; j < n; ++j) {
      const int up = (j + n - 1) % n * n, down = (j + 1) % n * n, row = j * n;
      for (int i = 0; i < n; ++i) {
        const int left = i == 0 ? n - 1 : i - 1, right = i == n - 1 ? 0 : i + 1;
        v[row + i] = u[row + i] * 1.25 * (1 - u[row + i]) + 0.2 * (u[row + left] - 2 * u[row + right]) +
                     u[up + i] - u[down + i];
      }
    }
    std::swap(u, v);
  }
  double sum = 0;
  for (int c = 0; c < n * n; ++c)
    sum += u[c] * u[c] * std::cos(c);
  return sum;
}

// By remainders, unsigned.
// CHECK-LABEL: struct ring_kernel
// CHECK: static double sweep(
// CHECK: const double sin_value = std::sin(u_row[i - 1]);
// CHECK: v_row[i] = sin_value - u_row[i + 1] * x[i];
// CHECK: tangent_sweep(
TREELIZE(kernel) double ring(std::span<const double> x, std::size_t n) {
  std::vector<double> u(x.begin(), x.begin() + n), v(n);
  for (std::size_t t = 0; t < 2; ++t) {
    for (std::size_t i = 0; i < n; ++i)
      v[i] = std::sin(u[(i + n - 1) % n]) - u[(i + 1) % n] * x[i];
    std::swap(u, v);
  }
  double sum = 0;
  for (double e : u)
    sum += e * e;
  return sum;
}

// What lies beyond the border is a number; two iterations at the end choose.
// CHECK-LABEL: struct border_kernel
// CHECK: static double sweep(
// CHECK: for (std::size_t i = 1; i < i_end; ++i) {
// CHECK-NEXT: const double f = x[i] * (u[i - 1] - u[i + 2]);
// CHECK: for (std::size_t i = i_end; i < n; ++i) {
// CHECK: tangent_sweep(
TREELIZE(kernel) double border(std::span<const double> x, std::size_t n) {
  std::vector<double> u(n), f(n);
  for (std::size_t i = 0; i < n; ++i)
    u[i] = x[i] * x[i];
  for (std::size_t i = 0; i < n; ++i)
    f[i] = x[i] * ((i > 0 ? u[i - 1] : 0.5) - (i + 2 < n ? u[i + 2] : 0.25));
  double sum = 0;
  for (double e : f)
    sum += e * e;
  return sum;
}

// Downwards, with branches, and a name for the condition.
TREELIZE(kernel) double downwards(std::span<const double> x, int n) {
  std::vector<double> u(x.begin(), x.begin() + n);
  for (int i = n - 1; i >= 0; --i) {
    const bool isLast = i == n - 1;
    if (isLast || i == 0)
      u[i] = x[i] * u[i];
    else
      u[i] += u[i - 1] * u[i + 1];
    if (!isLast)
      u[i + 1] *= 0.5;
  }
  double sum = 0;
  for (double e : u)
    sum += e * e;
  return sum;
}

// A lower bound that came out below zero is a large number: nothing runs.
// CHECK-LABEL: struct latest_kernel
// CHECK: n - m < n && 1 < (n - (n - m)) ? n - 1 : n - m
TREELIZE(kernel) double latest(std::span<const double> x, std::size_t n, std::size_t m) {
  std::vector<double> u(x.begin(), x.end()), f(x.size());
  for (std::size_t i = n - m; i < n; ++i)
    f[i] = u[i] * (i + 1 < n ? u[i + 1] : x[i]);
  double sum = 0;
  for (std::size_t i = 0; i < x.size(); ++i)
    sum += f[i] * f[i] + u[i];
  return sum;
}

} // namespace app

#include "peeling.treelize.hpp"

int main() {
  const std::vector<double> x{0.9, -0.3, 0.4, -1.2, 0.7, 0.2, -0.5, 1.1, 0.6};
  for (int n = 0; n <= 6; ++n) {
    std::vector<double> field(n * n);
    for (std::size_t c = 0; c < field.size(); ++c)
      field[c] = 0.3 * std::sin(3.0 * c + 1);
    check::scalar("torus", app::kernels::torus, field, n);
  }
  for (std::size_t n = 0; n <= 6; ++n)
    for (std::size_t m = 0; m < 5; ++m)
      check::scalar("latest", app::kernels::latest, x, n, m);
  for (std::size_t n = 0; n <= x.size(); ++n) {
    check::scalar("ring", app::kernels::ring, x, n);
    check::scalar("border", app::kernels::border, x, n);
    check::scalar("downwards", app::kernels::downwards, x, static_cast<int>(n));
  }
  return check::finish();
}
