// In a loop, a number that is made outside of it by a function that has values everywhere is taken for finite, as a quotient
// is; what has a pole there is not, nor an exponential of the iteration's own.
// RUN: %treelize %s -o %T/guards-outside.treelize.hpp -- -std=c++20 -I%S/../Inputs
// RUN: %FileCheck %s --input-file=%T/guards-outside.treelize.hpp
// RUN: %cxx -I%S/../Inputs -I%T %s %link -o %t && %t
#include <GradientCheck.h>
#include <treelize/annotations.hpp>

#include <cmath>

namespace app {

// CHECK-LABEL: struct outer_kernel
// CHECK: static double sweep(
// CHECK: x_b[i] += treelize::where_seeded(factor2, factor2 * level) + factor * discount;
// CHECK: tangent_sweep(
TREELIZE(kernel) double outer(std::span<const double> x, double rate) {
  const double discount = std::exp(-rate), level = std::log(x[0]);
  double sum = 0;
  for (std::size_t i = 0; i < x.size(); ++i)
    sum += std::tanh(discount * x[i]) + std::atan(level * x[i]);
  return sum;
}

// CHECK-LABEL: struct inner_kernel
// CHECK: static double sweep(
// CHECK: where_seeded(
// CHECK: tangent_sweep(
TREELIZE(kernel) double inner(std::span<const double> x) {
  double sum = 0;
  for (std::size_t i = 0; i < x.size(); ++i)
    sum += 1 / (1 + std::exp(-x[i]));
  return sum;
}

} // namespace app

#include "guards-outside.treelize.hpp"

int main() {
  check::scalar("inner", app::kernels::inner, std::vector<double>{0.3, -0.2, 1.5});
  // Beside an exponential that overflows.
  const std::vector<double> x{-1000, 0.5};
  std::vector<double> x_b(2);
  app::kernels::inner.adjoint(x, 1.0, x_b);
  check::near("inner", "where it overflows", x_b[0], 0, 0, 0);
  const double value = 1 / (1 + std::exp(-0.5));
  check::near("inner", "beside it", x_b[1], value * (1 - value), 1e-12, 0);
  return check::finish();
}
