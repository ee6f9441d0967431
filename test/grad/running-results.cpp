// A result that a loop goes on from is kept once, not what each iteration overwrites.
// RUN: %treelize %s -o %T/running-results.treelize.hpp -- -std=c++20 -I%S/../Inputs
// RUN: %FileCheck %s --input-file=%T/running-results.treelize.hpp
// RUN: %cxx -I%S/../Inputs -I%T %s %link -o %t && %t
#include <GradientCheck.h>
#include <treelize/annotations.hpp>

namespace app {

// CHECK-LABEL: struct back_kernel
// CHECK: static double sweep(
// CHECK-NOT: v_old
// CHECK: const double quotient = x[i] / (1.5 + x[n - 1 - i]);
// CHECK-NEXT: double v = quotient;
// CHECK-NOT: v_old
// CHECK: tangent_sweep(
TREELIZE(kernel) double back(std::span<const double> x) {
  const std::size_t n = x.size();
  std::vector<double> u(n);
  for (std::size_t i = n; i-- > 0;) {
    double v = x[i] / (1.5 + x[n - 1 - i]);
    for (std::size_t j = i + 1; j < n; ++j)
      v -= x[j] * u[j];
    u[i] = v;
  }
  return u[0] * u[0];
}

// CHECK-LABEL: struct decay_kernel
// CHECK: static double sweep(
// CHECK-NOT: level_old
// CHECK: const double exp_value = std::exp(
// CHECK-NEXT: double level = exp_value;
// CHECK: tangent_sweep(
TREELIZE(kernel) double decay(std::span<const double> x) {
  double sum = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    double level = std::exp(-x[i] * x[i]);
    if (x[i] > 0.3)
      level += x[i] * x[0];
    for (const double other : x)
      level -= 0.1 * other;
    sum += level * level;
  }
  return sum;
}

} // namespace app

#include "running-results.treelize.hpp"

int main() {
  using namespace app::kernels;
  const std::vector<double> x{0.9, -0.3, 0.4, 0.7};
  check::scalar("back", back, x);
  check::scalar("decay", decay, x);
  return check::finish();
}
