// Rows of one array, told apart by what the loops say of the indices: nothing of a row that is new is saved, and what
// the reverse sweep adds to one row it may add in any order while it reads another.
// RUN: %treelize %s -o %T/flat-rows.treelize.hpp -- -std=c++20 -I%S/../Inputs
// RUN: %FileCheck %s --input-file=%T/flat-rows.treelize.hpp
// RUN: %cxx -fsanitize=address,undefined -I%S/../Inputs -I%T %s %link -o %t && %t
#include <GradientCheck.h>
#include <treelize/annotations.hpp>

namespace app {

// All steps of a time loop in one array.
// CHECK-LABEL: struct history_kernel
// CHECK: static double sweep(
// CHECK-NOT: _old
// CHECK: for (int s = steps; s-- > 0;) {
// CHECK: if (4 < n) {
// CHECK: for (std::size_t i = 2; i < n - 2; ++i) {
// CHECK-NEXT: u_b[static_cast<std::size_t>(s) * n + i] +=
// CHECK: tangent_sweep(
TREELIZE(kernel) double history(std::span<const double> x, int steps) {
  const std::size_t n = x.size();
  std::vector<double> u((steps + 1) * n);
  std::copy(x.begin(), x.end(), u.begin());
  for (int s = 0; s < steps; ++s) {
    const double* a = &u[s * n];
    double* b = &u[(s + 1) * n];
    b[0] = a[0];
    b[n - 1] = a[n - 1];
    for (std::size_t i = 1; i + 1 < n; ++i)
      b[i] = a[i] + 0.1 * (a[i - 1] - 2 * a[i] + a[i + 1]) * (1 + a[i] * a[i]);
  }
  double sum = 0;
  for (std::size_t i = 0; i < n; ++i)
    sum += u[steps * n + i] * u[steps * n + i];
  return sum;
}

// Rows that overlap by one element.
// CHECK-LABEL: struct overlapping_kernel
// CHECK: static double sweep(
// CHECK: u_old
// CHECK: tangent_sweep(
TREELIZE(kernel) double overlapping(std::span<const double> x, int steps) {
  const std::size_t n = x.size(), width = n - 1;
  std::vector<double> u((steps + 2) * n);
  std::copy(x.begin(), x.end(), u.begin());
  for (int s = 0; s < steps; ++s)
    for (std::size_t i = 0; i < n; ++i)
      u[(s + 1) * width + i] = u[s * width + i] * u[s * width + n - 1 - i] + x[i];
  double sum = 0;
  for (std::size_t i = 0; i < n; ++i)
    sum += u[steps * width + i] * x[i];
  return sum;
}

// Elimination in place: row i is below row k.
// CHECK-LABEL: struct elimination_kernel
// CHECK: static double sweep(
// CHECK: double a_b_sum = 0.0;
// CHECK: for (int j = k + 1; j < n; ++j) {
// CHECK-NEXT: TREELIZE_REASSOCIATE
// CHECK: a_b_sum -=
// CHECK: a_b[i * n + k] += a_b_sum;
// CHECK: tangent_sweep(
TREELIZE(kernel) double elimination(std::span<const double> x, int n) {
  std::vector<double> a(x.begin(), x.end());
  for (int k = 0; k < n; ++k)
    for (int i = k + 1; i < n; ++i) {
      a[i * n + k] /= a[k * n + k];
      for (int j = k + 1; j < n; ++j)
        a[i * n + j] -= a[i * n + k] * a[k * n + j];
    }
  double product = 1;
  for (int k = 0; k < n; ++k)
    product *= a[k * n + k];
  return product;
}

} // namespace app

#include "flat-rows.treelize.hpp"

int main() {
  const std::vector<double> x{0.9, -0.3, 0.4, 0.7, -0.8, 0.2, 1.1, 0.5, 0.6};
  for (int steps : {0, 1, 4})
    for (std::size_t n : {2u, 3u, 4u, 5u, 9u}) {
      const std::vector<double> part(x.begin(), x.begin() + static_cast<std::ptrdiff_t>(n));
      check::scalar("history", app::kernels::history, part, steps);
      check::scalar("overlapping", app::kernels::overlapping, part, steps);
    }
  check::scalar("elimination", app::kernels::elimination, x, 3);
  check::scalar("elimination", app::kernels::elimination, x, 1);
  return check::finish();
}
