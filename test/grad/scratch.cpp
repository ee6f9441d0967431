// An array of which each iteration reads only what it has written is the iteration's own, be it written piece by piece
// or but for its ends: nothing of it is saved for the iteration before. A loop that sums up by means of it is reversed
// where it runs.
// RUN: %treelize %s -o %T/scratch.treelize.hpp -- -std=c++20 -I%S/../Inputs
// RUN: %FileCheck %s --input-file=%T/scratch.treelize.hpp
// RUN: %cxx -O1 -fsanitize=address,undefined -I%S/../Inputs -I%T %s %link -o %t && %t
// RUN: %treelize %s -o - --disable-pass=privatize --disable-pass=histories -- -std=c++20 -I%S/../Inputs | %FileCheck %s --check-prefix=OFF
#include <GradientCheck.h>
#include <treelize/annotations.hpp>

#include <cmath>

namespace app {

// CHECK-LABEL: struct layer_kernel
// CHECK: static double sweep(
// CHECK-NOT: _old
// CHECK-NOT: tape
// CHECK: tangent_sweep(
// OFF-LABEL: struct layer_kernel
// OFF: sums_old
// OFF: tangent_sweep(
TREELIZE(kernel) double layer(std::span<const double> x, TREELIZE(nondiff) std::span<const double> bias, int rows) {
  const int in = static_cast<int>(x.size()) / rows, out = static_cast<int>(bias.size());
  std::vector<double> sums(static_cast<std::size_t>(out));
  double loss = 0;
  for (int r = 0; r < rows; ++r) {
    std::copy(bias.begin(), bias.end(), sums.begin());
    for (int k = 0; k < in; ++k)
      for (int j = 0; j < out; ++j)
        sums[j] += x[r * in + k] * (j + 1);
    for (int j = 0; j < out; ++j)
      loss += sums[j] * sums[j];
  }
  return loss;
}

// CHECK-LABEL: struct implicit_kernel
// CHECK: static double sweep(
// CHECK: double* const diagonal = treelize::row(
// CHECK-NOT: lower_old
// CHECK: diagonal[0] = 1.0;
// CHECK-NOT: diagonal_old
// CHECK: diagonal[i] = 1.0 - lower[i];
// CHECK: tangent_sweep(
TREELIZE(kernel) double implicit(std::span<const double> x, int steps) {
  const std::size_t n = x.size();
  std::vector<double> u(x.begin(), x.end()), lower(n), diagonal(n);
  for (int t = 0; t < steps; ++t) {
    diagonal[0] = 1;
    for (std::size_t i = 1; i < n; ++i) {
      lower[i] = 0.1 * (u[i - 1] - u[i] * u[i]);
      diagonal[i] = 1 - lower[i];
    }
    for (std::size_t i = 1; i < n; ++i)
      diagonal[i] -= 0.2 * lower[i] / diagonal[i - 1];
    for (std::size_t i = 0; i < n; ++i)
      u[i] = u[i] / diagonal[i];
  }
  double sum = 0;
  for (std::size_t i = 0; i < n; ++i)
    sum += u[i] * u[i];
  return sum;
}

// The first iteration reads what was there before: not the iterations' own.
TREELIZE(kernel) double late(std::span<const double> x, int steps) {
  const std::size_t n = x.size();
  std::vector<double> a(n);
  for (std::size_t i = 0; i < n; ++i)
    a[i] = x[i];
  double sum = 0;
  for (int t = 0; t < steps; ++t) {
    sum += a[0] * a[n - 1];
    for (std::size_t i = 0; i < n; ++i)
      a[i] = a[n - 1 - i] * x[i];
  }
  return sum;
}

} // namespace app

#include "scratch.treelize.hpp"

int main() {
  const std::vector<double> x{0.9, -0.3, 0.4, 0.7, 1.2, -0.8}, bias{0.5, -0.2, 0.1};
  for (int rows : {1, 2, 3, 6})
    check::scalar("layer", app::kernels::layer, x, std::span<const double>(bias), rows);
  for (int steps : {0, 1, 4}) {
    check::scalar("implicit", app::kernels::implicit, x, steps);
    check::scalar("late", app::kernels::late, x, steps);
  }
  check::scalar("implicit", app::kernels::implicit, std::vector<double>{0.7}, 2);
  return check::finish();
}
