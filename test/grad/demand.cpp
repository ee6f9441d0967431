// The forward sweep of an adjoint computes what the reverse sweep asks for, and nothing that only the caller would see:
// that would be put back in any case.
// RUN: %treelize %s -o %T/demand.treelize.hpp -- -std=c++20 -I%S/../Inputs
// RUN: %FileCheck %s --input-file=%T/demand.treelize.hpp
// RUN: %cxx -I%S/../Inputs -I%T %s %link -o %t && %t
// RUN: %treelize %s -o - --disable-pass=demand -- -std=c++20 -I%S/../Inputs | %FileCheck %s --check-prefix=OFF
#include <GradientCheck.h>
#include <treelize/annotations.hpp>

namespace app {

// CHECK-LABEL: struct mean_kernel
// CHECK: static void sweep(
// CHECK-NOT: sum +=
// CHECK-NOT: out[0] =
// CHECK: static void tangent_sweep(
// OFF-LABEL: struct mean_kernel
// OFF: sum += x[i] * x[i];
// OFF: out[0] =
TREELIZE(kernel) void mean(std::span<const double> x, double* out) {
  double sum = 0;
  for (std::size_t i = 0; i < x.size(); ++i)
    sum += x[i] * x[i];
  *out = sum / static_cast<double>(x.size());
}

// Written for the caller and read again.
TREELIZE(kernel) void reused(std::span<const double> x, double* out) {
  *out = x[0] * x[1];
  *out *= x[2];
  int steps = 0;
  while (steps < 3) {
    out[0] += x[steps];
    ++steps;
  }
  out[0] *= out[0];
}

TREELIZE(kernel) double alsoTheValue(std::span<const double> x, std::span<double> y) {
  double sum = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    y[i] = x[i] * sum;
    sum += x[i] * x[i];
  }
  return sum;
}

} // namespace app

#include "demand.treelize.hpp"

int main() {
  const std::vector<double> x{0.9, -0.3, 0.4};
  std::vector<double> x_b(3);
  double out = 5, out_b = 1;
  app::kernels::mean.adjoint(x, &out, x_b, &out_b);
  check::near("mean", "x_b[1]", x_b[1], 2 * x[1] / 3, 1e-14, 0);
  check::near("mean", "out", out, 5, 0, 0);
  check::near("mean", "out_b", out_b, 0, 0, 0);

  x_b.assign(3, 0);
  out_b = 1;
  app::kernels::reused.adjoint(x, &out, x_b, &out_b);
  const double before = x[0] * x[1] * x[2] + x[0] + x[1] + x[2];
  check::near("reused", "x_b[2]", x_b[2], 2 * before * (x[0] * x[1] + 1), 1e-14, 0);
  check::near("reused", "out", out, 5, 0, 0);

  x_b.assign(3, 0);
  std::vector<double> y{7, 8, 9}, y_b{0, 1, 0};
  app::kernels::alsoTheValue.adjoint(x, y, 1.0, x_b, y_b);
  check::near("alsoTheValue", "x_b[0]", x_b[0], 2 * x[0] + x[1] * 2 * x[0], 1e-14, 0);
  check::near("alsoTheValue", "y[1]", y[1], 8, 0, 0);
  return check::finish();
}
