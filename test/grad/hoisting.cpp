// What all iterations of a loop compute alike is computed once: no iteration of the reverse sweep divides for it.
// RUN: %treelize %s -o %T/hoisting.treelize.hpp -- -std=c++20 -I%S/../Inputs
// RUN: %FileCheck %s --input-file=%T/hoisting.treelize.hpp
// RUN: %cxx -I%S/../Inputs -I%T %s %link -o %t && %t
// RUN: %treelize %s -o - --disable-pass=hoisting -- -std=c++20 -I%S/../Inputs | %FileCheck %s --check-prefix=OFF
#include <GradientCheck.h>
#include <treelize/annotations.hpp>

#include <cmath>

namespace app {

// CHECK-LABEL: struct reflected_kernel
// CHECK: static double sweep(
// CHECK: const double steady = 2.0 * d / vv;
// CHECK: double steady_b = 0.0;
// CHECK: for (
// CHECK: steady_b -=
// CHECK: }
// CHECK: steady_b / vv
// CHECK: tangent_sweep(
// OFF-LABEL: struct reflected_kernel
// OFF-NOT: steady
// OFF: tangent_sweep(
TREELIZE(kernel) double reflected(std::span<const double> x, std::span<const double> v) {
  std::vector<double> y(x.begin(), x.end());
  double d = 0, vv = 0;
  for (std::size_t i = 0; i < v.size(); ++i) {
    d += v[i] * x[i];
    vv += v[i] * v[i];
  }
  for (std::size_t i = 0; i < v.size(); ++i)
    y[i] -= 2 * d / vv * v[i];
  double sum = 0;
  for (double a : y)
    sum += a * std::sin(a);
  return sum;
}

// A loop that does not run divides nothing, and an element that it would have read need not be there.
TREELIZE(kernel) double empty(std::span<const double> x, int n) {
  double sum = x[0], zero = 0;
  for (int i = 0; i < n; ++i)
    sum += std::log(zero * x[1]) * x[i] + x[1000000] / x[2000000] * x[i];
  return sum * sum;
}

// What changes in the loop stays, and so does an element that some iterations alone ask for.
// CHECK-LABEL: struct changing_kernel
// CHECK: static double sweep(
// CHECK-NOT: steady
// CHECK: tangent_sweep(
TREELIZE(kernel) double changing(std::span<const double> x) {
  double sum = 0, scale = 1;
  for (std::size_t i = 0; i < x.size(); ++i) {
    sum += x[i] * std::exp(scale * x[0]);
    scale = scale / 2;
    if (x[i] > 0)
      sum += std::sqrt(x[1]);
  }
  return sum;
}

// Through two loops.
TREELIZE(kernel) double nested(std::span<const double> x) {
  double sum = 0;
  for (std::size_t i = 0; i < x.size(); ++i)
    for (std::size_t j = 0; j < x.size(); ++j)
      sum += std::sin(x[0] * x[1]) * x[i] * x[j] + x[i] / x[0] * x[j] * x[j];
  return sum;
}

// Numbers that some iterations alone ask for. Where none does, their derivatives are zero, though the root is none.
// CHECK-LABEL: struct chosen_kernel
// CHECK: static double sweep(
// CHECK-DAG: = std::exp(gain);
// CHECK-DAG: = std::sqrt(limit);
// CHECK: for (
// CHECK-NOT: std::exp(gain)
// CHECK-NOT: std::sqrt(limit)
// CHECK: tangent_sweep(
TREELIZE(kernel) double chosen(std::span<const double> x) {
  const double gain = x[0], limit = x[1];
  double sum = 0;
  for (std::size_t i = 0; i < x.size(); ++i)
    for (std::size_t j = 0; j < x.size(); ++j)
      if (x[i] < x[j])
        sum += x[i] * std::exp(gain) * x[j];
      else
        sum += limit > 0 ? std::sqrt(limit) * x[j] : x[j] * x[j];
  return sum;
}

} // namespace app

#include "hoisting.treelize.hpp"

int main() {
  const std::vector<double> x{0.9, 0.3, 0.4, 0.7}, v{0.5, -0.2, 1.1, 0.3};
  std::vector<double> x_b(4), v_b(4);
  app::kernels::reflected.adjoint(x, v, 1.0, x_b, v_b);
  const std::vector<double> x_t = check::direction(4), v_t = check::direction(4);
  const double derivative = app::kernels::reflected.tangent(x, v, x_t, v_t).derivative;
  check::near("reflected", "adjoint against tangent", check::dot(x_b, x_t) + check::dot(v_b, v_t), derivative, 1e-12, 1);
  check::scalar("empty", app::kernels::empty, {0.5, 0.3}, 0);
  check::scalar("changing", app::kernels::changing, {0.5, 0.3, -0.2});
  check::scalar("nested", app::kernels::nested, x);
  check::scalar("chosen", app::kernels::chosen, {0.5, 0.3, -0.2, 0.1});
  check::scalar("chosen, no root", app::kernels::chosen, {0.5, -0.3, -0.2, 0.1});
  return check::finish();
}
