// Derivatives that are divided by one number are multiplied by its reciprocal; the values are divided as the source says.
// RUN: %treelize %s -o %T/reciprocals.treelize.hpp -- -std=c++20 -I%S/../Inputs
// RUN: %FileCheck %s --input-file=%T/reciprocals.treelize.hpp
// RUN: %cxx -I%S/../Inputs -I%T %s %link -o %t && %t
// RUN: %treelize %s -o - --disable-pass=reciprocals -- -std=c++20 -I%S/../Inputs | %FileCheck %s --check-prefix=OFF
#include <GradientCheck.h>
#include <treelize/annotations.hpp>

#include <cmath>

namespace app {

// All iterations divide by the sum.
// CHECK-LABEL: struct shares_kernel
// CHECK: static double sweep(
// CHECK: const double sum_inverse = 1.0 / sum;
// CHECK: const double p = exp_value / sum;
// CHECK: const double factor = p_b * sum_inverse;
// CHECK-NOT: / sum;
// CHECK: tangent_sweep(
// OFF-LABEL: struct shares_kernel
// OFF-NOT: inverse
TREELIZE(kernel) double shares(std::span<const double> x) {
  double sum = 0.5;
  for (const double v : x)
    sum += std::exp(v);
  double entropy = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    const double p = std::exp(x[i]) / sum;
    entropy -= p * std::log(p);
  }
  return entropy;
}

// Two quotients in a row; and two whose divisor changes between them.
// CHECK-LABEL: struct projected_kernel
// CHECK: static double sweep(
// CHECK: const double [[LATE:.*]] = s2_b / d;
// CHECK: d_b = -([[LATE]] * s2);
// CHECK: d = d_old;
// CHECK: / d;
// CHECK: const double p_inverse = 1.0 / p[2];
// CHECK: v_b * p_inverse;
// CHECK: u_b * p_inverse;
// CHECK: tangent_sweep(
TREELIZE(kernel) double projected(std::span<const double> x) {
  double p[3] = {x[0] - x[1], x[1] * x[2], x[2] + x[3]};
  const double u = p[0] / p[2], v = p[1] / p[2];
  double d = 1 + x[0] * x[0];
  double s = x[1] / d;
  d = d + s * x[3];
  s = s * x[2] / d;
  return u * v + std::sin(u) * s;
}

// The divisor is a product, of which one factor changes; the loop over rows leaves an element alone, and may not run.
TREELIZE(kernel) double scaled(std::span<const double> x, int n) {
  double a = x[0] + 2, b = x[1] + 3, s = 0;
  const double first = x[2] / (a * b);
  const double second = x[3] / (a * b);
  b = b + first * x[0];
  const double third = x[2] / (a * b);
  const double fourth = x[3] / (a * b);
  std::vector<double> w(x.begin(), x.end());
  for (int i = 0; i < n; ++i)
    for (std::size_t j = 0; j < w.size(); ++j) {
      w[j] = std::sin(w[j] / x[n - 1]) + x[j] / (a * b);
      if (w[j] > 0.1)
        s += w[j] * w[j] / x[n - 1];
    }
  return s + first * second - third * fourth;
}

// What a function is given is a quotient still: 49 times the reciprocal of 49 is less than one.
// CHECK-LABEL: struct remainder_kernel
// CHECK: static double sweep(
// CHECK: std::trunc(x[i] / d)
// CHECK: tangent_sweep(
TREELIZE(kernel) double remainder(std::span<const double> x, double d) {
  double s = 0;
  for (const double v : x)
    s += std::fmod(v, d) * v / d;
  return s;
}

/// Gaussian elimination: each step divides a row by its pivot.
TREELIZE(kernel) double determinant(std::span<const double> x) {
  double a[3][3];
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j)
      a[i][j] = x[static_cast<std::size_t>(3 * i + j)] + (i == j ? 2 : 0);
  double product = 1;
  for (int k = 0; k < 3; ++k) {
    product *= a[k][k];
    for (int i = k + 1; i < 3; ++i) {
      const double factor = a[i][k] / a[k][k];
      for (int j = k; j < 3; ++j)
        a[i][j] -= factor * a[k][j];
    }
  }
  return product;
}

} // namespace app

#include "reciprocals.treelize.hpp"

int main() {
  const std::vector<double> x{0.9, -0.3, 0.4, 0.7, 1.1, -0.2, 0.6, 0.5, 1.3};
  check::scalar("shares", app::kernels::shares, x);
  check::scalar("shares of none", app::kernels::shares, {});
  check::scalar("projected", app::kernels::projected, x);
  for (const int n : {0, 1, 3})
    check::scalar("scaled", app::kernels::scaled, x, n);
  double x_b[1]{}, d_b = 0;
  const double y[1] = {49};
  app::kernels::remainder.adjoint(y, 49, 1, x_b, d_b);
  check::near("remainder", "d", d_b, -1, 1e-15, 1);
  check::scalar("determinant", app::kernels::determinant, x);
  return check::finish();
}
