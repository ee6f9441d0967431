// What is cheap to compute again is not kept: bounded indices, and the mean that a sum becomes.
// RUN: %treelize %s -o %T/computed-again.treelize.hpp -- -std=c++20 -I%S/../Inputs
// RUN: %FileCheck %s --input-file=%T/computed-again.treelize.hpp
// RUN: %allcxx -I%S/../Inputs -I%T -fsyntax-only %s
// RUN: %cxx -I%S/../Inputs -I%T %s %link -o %t && %t
#include <GradientCheck.h>
#include <treelize/annotations.hpp>

#include <algorithm>
#include <cstdlib>

namespace app {

// CHECK-LABEL: struct blurred_kernel
// CHECK: static double sweep(
// CHECK-NOT: tape.push
// CHECK-NOT: _kept
// CHECK: std::clamp<int>
// CHECK-NOT: _kept
// CHECK: tangent_sweep(
/// Borders are replicated; weights go by distance.
TREELIZE(kernel, wrt = (x)) double blurred(std::span<const double> x, std::span<const double> weights) {
  const int n = static_cast<int>(x.size());
  double loss = 0;
  for (int i = 0; i < n; ++i)
    for (int d = -2; d <= 2; ++d) {
      const int at = std::clamp(i + d, 0, n - 1);
      const int far = std::min(std::abs(d), static_cast<int>(weights.size()) - 1);
      loss += weights[far] * x[at] * x[at] * x[std::max(i - 1, 0)];
    }
  return loss;
}

// CHECK-LABEL: struct means_kernel
// CHECK: static double sweep(
// CHECK: mean_kept[i] = mean;
// CHECK-NOT: _kept[i] =
// CHECK-NOT: _old[i] =
// CHECK: tangent_sweep(
/// Of the sum and the mean one is kept.
TREELIZE(kernel) double means(std::span<const double> x) {
  std::vector<double> out(x.size());
  for (std::size_t i = 0; i < x.size(); ++i) {
    double mean = 0;
    for (std::size_t j = 0; j < x.size(); ++j)
      mean += x[j] * x[(i + j) % x.size()];
    mean *= x[0];
    out[i] = mean * x[i];
  }
  double sum = 0;
  for (double v : out)
    sum += v * v;
  return sum;
}

} // namespace app

#include "computed-again.treelize.hpp"

int main() {
  const std::vector x{0.9, -0.3, 0.4, 0.7, 1.1}, weights{1.0, 0.5};
  check::scalar("blurred", app::kernels::blurred, x, weights);
  check::scalar("means", app::kernels::means, x);
  return check::finish();
}
