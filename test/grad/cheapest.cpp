// What is kept and what is computed again is chosen together: of a long chain the end alone is kept, of several values
// that share an operand the operand is.
// RUN: %treelize %s -o %T/cheapest.treelize.hpp -- -std=c++20 -I%S/../Inputs
// RUN: %FileCheck %s --input-file=%T/cheapest.treelize.hpp
// RUN: %cxx -I%S/../Inputs -I%T %s %link -o %t && %t
#include <GradientCheck.h>
#include <treelize/annotations.hpp>

#include <cmath>
#include <span>

namespace app {

// CHECK-LABEL: struct long_chain_kernel
// CHECK: static double sweep(
// CHECK: e_kept[i] = e;
// CHECK: const double e = e_kept[i];
// CHECK-NOT: const double d =
// CHECK: tangent_sweep(
TREELIZE(kernel) double long_chain(std::span<const double> x, std::size_t n) {
  double state = 0.5;
  for (std::size_t i = 0; i < n; ++i) {
    const double a = state + x[i] + 1.0 - x[i + 1] - x[i + 2];
    const double b = a - x[i] + 2.0 + x[i + 1];
    const double c = b + x[i] - 3.0 - x[i + 1] - x[i + 2];
    const double d = c - x[i] + 0.5 + x[i + 1];
    const double e = d + x[i] - x[i + 1] + 0.25;
    state = std::sin(e);
  }
  return state;
}

// CHECK-LABEL: struct shared_kernel
// CHECK: static double sweep(
// CHECK: root_kept[i] = root;
// CHECK: const double root = root_kept[i];
// CHECK-NEXT: const double sin_value = sin_value_kept[i];
// CHECK-NEXT: const double exp_value = exp_value_kept[i];
// CHECK-NEXT: const double a = root + 1.0;
// CHECK-NEXT: const double c = 3.0 * root;
// CHECK: tangent_sweep(
TREELIZE(kernel) double shared(std::span<const double> x, std::size_t n) {
  double state = 0.5;
  for (std::size_t i = 0; i < n; ++i) {
    const double root = std::cos(state + x[i]);
    const double a = root + 1.0, b = root - 2.0, c = 3.0 * root;
    state = std::sin(a) * std::exp(b) + c * c;
  }
  return state;
}

} // namespace app

#include "cheapest.treelize.hpp"

int main() {
  const std::vector<double> x{0.9, -0.3, 0.4, 0.7, 1.2, -0.8};
  check::scalar("long chain", app::kernels::long_chain, x, std::size_t{4});
  check::scalar("shared", app::kernels::shared, x, std::size_t{5});
  return check::finish();
}
