// What keeps a zero seed from an infinite partial is part of what an innermost loop adds: there is no branch in it.
// RUN: %treelize %s -o %T/guards.treelize.hpp -- -std=c++20 -I%S/../Inputs
// RUN: %FileCheck %s --input-file=%T/guards.treelize.hpp
// RUN: %cxx -I%S/../Inputs -I%T %s %link -o %t && %t
#include <GradientCheck.h>
#include <treelize/annotations.hpp>

#include <cmath>

namespace app {

// CHECK-LABEL: struct shares_kernel
// CHECK: static double sweep(
// CHECK: TREELIZE_REASSOCIATE
// CHECK-NOT: if (y_b[i] != 0.0)
// CHECK: treelize::where_seeded(y_b[i],
// CHECK: tangent_sweep(
TREELIZE(kernel) double shares(std::span<const double> x) {
  std::vector<double> y(x.size());
  double sum = 0;
  for (std::size_t i = 0; i < x.size(); ++i)
    sum += x[i] * x[i];
  for (std::size_t i = 0; i < x.size(); ++i)
    y[i] = x[i] / sum;
  double result = 0;
  for (std::size_t i = 0; i + 1 < x.size(); ++i)
    result += y[i] * y[i + 1] * y[i];
  return result;
}

// Nobody asks for the quotients by zero.
TREELIZE(kernel) double asked(std::span<const double> x) {
  std::vector<double> y(x.size());
  for (std::size_t i = 0; i < x.size(); ++i)
    y[i] = x[0] / x[i] + std::sqrt(x[i]);
  double sum = 0;
  for (std::size_t i = 0; i < x.size(); ++i)
    if (x[i] > 0)
      sum += y[i] * x[i];
  return sum;
}

// Neither outside of innermost loops.
// CHECK-LABEL: struct outer_kernel
// CHECK: static double sweep(
// CHECK-NOT: if (y_b[i] != 0.0)
// CHECK: treelize::where_seeded(y_b[i],
TREELIZE(kernel) double outer(std::span<const double> x) {
  std::vector<double> y(x.size());
  for (std::size_t i = 0; i < x.size(); ++i) {
    y[i] = x[0] / x[i];
    for (std::size_t j = 0; j < i; ++j)
      y[i] += x[j];
  }
  double sum = 0;
  for (std::size_t i = 0; i < x.size(); ++i)
    sum += y[i] * x[i];
  return sum;
}

} // namespace app

#include "guards.treelize.hpp"

int main() {
  const std::vector<double> x{0.9, 0.3, 0.4, 1.2};
  check::scalar("shares", app::kernels::shares, x);
  check::scalar("asked", app::kernels::asked, x);
  check::scalar("outer", app::kernels::outer, x);
  const std::vector<double> zero{0.9, 0.0, 0.4};
  std::vector<double> zero_b(3);
  app::kernels::asked.adjoint(zero, 1.0, zero_b);
  check::near("asked", "the adjoint of what nobody asked for", zero_b[1], 0.0, 0, 0);
  check::near("asked", "the others are numbers", std::isfinite(zero_b[0] + zero_b[2]), 1, 0, 0);
  return check::finish();
}
