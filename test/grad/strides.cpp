// Loops that take longer steps: elements that are out of step are apart, so that the adjoint of a red-black relaxation adds
// to each element once; an element of the iteration's own is changed when all others have been read.
// RUN: %treelize %s -o %T/strides.treelize.hpp -- -std=c++20 -I%S/../Inputs
// RUN: %FileCheck %s --input-file=%T/strides.treelize.hpp
// RUN: %allcxx -fsyntax-only -I%S/../Inputs -I%T %s
// RUN: %cxx -O3 -fsanitize=address -I%S/../Inputs -I%T %s %link -o %t && %t
// RUN: %treelize %s -o - --disable-pass=gathering -- -std=c++20 -I%S/../Inputs | %FileCheck %s --check-prefix=OFF
#include <GradientCheck.h>
#include <treelize/annotations.hpp>

#include <cmath>

namespace app {

// CHECK-LABEL: struct relaxed_kernel
// CHECK: static double sweep(
// CHECK: if (1 + (t + colour) % 2 + 2 < (n - 1)) {
// CHECK: for (int i = 1 + (t + colour) % 2 + 2; i < n - 1; i += 2) {
// CHECK-NEXT: u_b[i - 1] += {{.*}} + u_b[i - 2]
// CHECK: for (int i = 1 + (t + colour) % 2 + (n - 2 - (1 + (t + colour) % 2)) / 2 * 2; i < n - 1;
// CHECK: for (int i = 1 + (t + colour) % 2; i < n - 1; i += 2) {
// CHECK: u_b[i] -= factor;
// CHECK-NEXT: }
// OFF-LABEL: struct relaxed_kernel
// OFF: static double sweep(
// OFF-NOT: u_b[i - 2]
// OFF: tangent_sweep(
TREELIZE(kernel) double relaxed(std::span<const double> x, int n, int sweeps) {
  std::vector<double> u(x.begin(), x.begin() + n);
  for (int t = 0; t < sweeps; ++t)
    for (int colour = 0; colour < 2; ++colour)
      for (int i = 1 + (t + colour) % 2; i < n - 1; i += 2) {
        const double wanted = 0.5 * (u[i - 1] + u[i + 1]) + 0.1 * x[i];
        u[i] += 1.3 * (wanted - u[i]);
      }
  double sum = 0;
  for (const double e : u)
    sum += e * e;
  return sum;
}

// Every third element from its neighbours, of which one is a third itself: that waits for the iteration before.
TREELIZE(kernel) double thirds(std::span<const double> x, std::size_t n) {
  std::vector<double> u(x.begin(), x.end());
  for (int t = 0; t < 3; ++t)
    for (std::size_t i = 3; i + 2 < n; i += 3)
      u[i] = 0.3 * (u[i - 3] + u[i - 1] + u[i + 1] + u[i + 2]) * std::cos(x[i]);
  double sum = 0;
  for (const double e : u)
    sum += e * e;
  return sum;
}

// Both rows in one array; the counter begins where the caller says, and the step is larger than the reach of the formula.
TREELIZE(kernel) double rows(std::span<const double> x, int n, int first) {
  std::vector<double> u(x.begin(), x.end());
  for (int t = 0; t < 3; ++t)
    for (int i = first + 2; i < n - 2; i += 4) {
      u[n + i] += 0.2 * (u[i - 2] + u[i + 2] - u[n + i - 2] * u[n + i + 1]);
      u[i] -= 0.1 * u[n + i] * x[i];
    }
  double sum = 0;
  for (const double e : u)
    sum += e * e * e;
  return sum;
}

// A lower bound that came out below zero is a large number: nothing runs.
// CHECK-LABEL: struct latest_kernel
// CHECK: if (n - m < n && 2 < (n - (n - m))) {
TREELIZE(kernel) double latest(std::span<const double> x, std::size_t n, std::size_t m) {
  std::vector<double> u(x.begin(), x.end()), f(x.size());
  for (std::size_t i = n - m; i < n; i += 2)
    f[i] = u[i] * u[i + 2] * x[i];
  double sum = 0;
  for (std::size_t i = 0; i < x.size(); ++i)
    sum += f[i] * f[i] + u[i];
  return sum;
}

} // namespace app

#include "strides.treelize.hpp"

int main() {
  std::vector<double> x(48);
  for (std::size_t i = 0; i < x.size(); ++i)
    x[i] = 0.4 + 0.3 * std::sin(1.7 * static_cast<double>(i));
  for (const int n : {2, 3, 4, 5, 6, 7, 8, 11, 24})
    check::scalar("relaxed", app::kernels::relaxed, x, n, 3);
  for (const std::size_t n : {0u, 5u, 6u, 7u, 8u, 9u, 10u, 24u, 48u})
    check::scalar("thirds", app::kernels::thirds, x, n);
  for (const int n : {4, 5, 6, 9, 10, 11, 12, 13, 24})
    for (const int first : {0, 1, 3})
      check::scalar("rows", app::kernels::rows, x, n, first);
  for (std::size_t n = 0; n < 9; ++n)
    for (std::size_t m = 0; m < 5; ++m)
      check::scalar("latest", app::kernels::latest, x, n, m);
  return check::finish();
}
