// An array that every iteration fills before it reads any of it is scratch space: it lives in a room of the loop, and a
// loop that shares nothing else is reversed iteration by iteration.
// RUN: %treelize %s -o %T/privatize.treelize.hpp -- -std=c++20 -I%S/../Inputs
// RUN: %FileCheck %s --input-file=%T/privatize.treelize.hpp
// RUN: %cxx -I%S/../Inputs -I%T %s %link -o %t && %t
// RUN: %treelize %s -o - --disable-pass=privatize -- -std=c++20 -I%S/../Inputs | %FileCheck %s --check-prefix=OFF
#include <GradientCheck.h>
#include <treelize/annotations.hpp>

#include <algorithm>

namespace app {

// CHECK-LABEL: struct mixture_kernel
// CHECK: static double sweep(
// CHECK: for (std::size_t p = 0; p < x.size(); ++p) {
// CHECK-NEXT: for (std::size_t c = 0; c < 2; ++c) {
// CHECK-NEXT: double* const offset = treelize::row(offset_rows, c, 3);
// CHECK-NOT: _old
// CHECK: total +=
// CHECK: double* const offset = treelize::row(offset_rows, c, 3);
// OFF-LABEL: struct mixture_kernel
// OFF: offset_old
TREELIZE(kernel) double mixture(std::span<const double> x) {
  std::vector<double> offset(3), density(2);
  double total = 0;
  for (std::size_t p = 0; p < x.size(); ++p) {
    for (std::size_t c = 0; c < 2; ++c) {
      for (std::size_t i = 0; i < 3; ++i)
        offset[i] = x[p] - x[c] * static_cast<double>(i);
      double norm = 0;
      for (std::size_t i = 0; i < 3; ++i)
        norm += offset[i] * offset[i];
      density[c] = std::exp(-norm);
    }
    total += std::log(density[0] + 2 * density[1]);
  }
  return total;
}

// The array is overwritten within the iteration: what lies on the tape is put back there.
TREELIZE(kernel) double stages(std::span<const double> x, int steps) {
  double y = x[0], stage[2];
  for (int s = 0; s < steps; ++s) {
    for (int i = 0; i < 2; ++i)
      stage[i] = y * x[i];
    y = y + 0.1 * stage[0] * stage[1];
    for (int i = 0; i < 2; ++i)
      stage[i] = stage[i] * std::sin(y);
    y = y * stage[0] + stage[1];
  }
  return y;
}

// Filled by the library, as often as it is long: its length is what it was made with.
// CHECK-LABEL: struct filled_kernel
// CHECK: static double sweep(
// CHECK: double* const mean = treelize::row(mean_rows, i, n);
// CHECK-NOT: mean_old
// CHECK: tangent_sweep(
// OFF-LABEL: struct filled_kernel
// OFF: mean_old
TREELIZE(kernel) double filled(std::span<const double> x) {
  const std::size_t n = x.size();
  std::vector<double> mean(n);
  double sum = 0;
  for (std::size_t i = 0; i < n; ++i) {
    std::fill(mean.begin(), mean.end(), 0.0);
    for (std::size_t k = 0; k < 3; ++k)
      for (std::size_t j = 0; j < n; ++j)
        mean[j] += x[i] * x[j] * x[k];
    for (std::size_t j = 0; j < n; ++j)
      sum += mean[j] * mean[j] / x[0];
    sum = std::sin(sum);
  }
  return sum;
}

// Not scratch space: filled in part, read first, filled under a condition, read afterwards.
TREELIZE(kernel) double shared(std::span<const double> x) {
  const int n = static_cast<int>(x.size());
  std::vector<double> part(n), before(n), sometimes(n), after(n);
  double sum = 0;
  for (int k = 0; k < 3; ++k) {
    for (int i = 1; i < n; ++i)
      part[i] = x[i] * x[i - 1] + part[i - 1];
    part[0] += x[k];
    sum += before[k] * before[k];
    for (int i = 0; i < n; ++i)
      before[i] = x[i] * part[i] + sum;
    if (x[k] > 0)
      for (int i = 0; i < n; ++i)
        sometimes[i] = x[i] * before[i];
    for (int i = 0; i < n; ++i)
      after[i] = sometimes[i] * sometimes[i];
    sum += after[k];
  }
  return sum * after[1];
}

} // namespace app

#include "privatize.treelize.hpp"

int main() {
  const std::vector<double> x{0.9, -0.3, 0.4};
  check::scalar("mixture", app::kernels::mixture, x);
  check::scalar("filled", app::kernels::filled, x);
  check::scalar("stages", app::kernels::stages, x, 3);
  check::scalar("shared", app::kernels::shared, x);
  return check::finish();
}
