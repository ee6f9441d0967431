// What a choice leaves out is zero in every derivative, also beside a partial that is infinite there.
// RUN: %treelize %s -o %T/chosen-zeros.treelize.hpp -- -std=c++20 -I%S/../Inputs
// RUN: %FileCheck %s --input-file=%T/chosen-zeros.treelize.hpp
// RUN: %cxx -I%S/../Inputs -I%T %s %link -o %t && %t
#include <GradientCheck.h>
#include <treelize/annotations.hpp>

#include <algorithm>
#include <cmath>

namespace app {

// CHECK-LABEL: struct truncated_kernel
// CHECK: static double sweep(
// CHECK: treelize::where_seeded(sqrt_value_b, sqrt_value_b * (0.5 / sqrt_value)) * 0.25;
// CHECK-NEXT: x[0] < 0.0 ? 0.0 : factor
// CHECK: tangent_sweep(
// CHECK: treelize::where_seeded(direction,
TREELIZE(kernel) double truncated(std::span<const double> x) {
  const double scale = 2 + x[2] * x[2];
  return std::sqrt(std::max(x[0], 0.0) * 0.25) + scale * std::min(std::sqrt(std::fabs(x[1])), 10.0);
}

// A square-root process with full truncation.
TREELIZE(kernel) double path(std::span<const double> x, int steps) {
  double v = x[0], log_price = 0;
  for (int i = 0; i < steps; ++i) {
    const double positive = std::max(v, 0.0);
    const double shock = i % 2 == 0 ? -2.5 : 0.5;
    log_price += std::sqrt(positive) * shock * 0.1;
    v += x[1] * (x[2] - positive) + std::sqrt(positive) * shock;
  }
  return log_price + v;
}

// CHECK-LABEL: struct branches_kernel
// CHECK: tangent_sweep(
// CHECK: treelize::where_seeded(inner_t,
TREELIZE(kernel) double branches(std::span<const double> x) {
  double inner = 0;
  if (x[0] > 0)
    inner = x[0] * x[1];
  return std::sqrt(inner) + x[2];
}

// An arm of a choice is evaluated where it is chosen only.
TREELIZE(kernel) double arms(std::span<const double> x, int n) {
  double sum = 0;
  for (int i = 0; i < 4; ++i)
    sum += i < n ? std::sqrt(std::max(x[static_cast<std::size_t>(i)], 0.0) * 3) : x[0];
  return sum;
}

TREELIZE(kernel) double clamped(std::span<const double> x) {
  return std::sqrt(std::clamp(x[0], 0.0, 9.0)) + std::pow(std::max({x[0], 0.0, -1.0}), 0.3) * x[1] +
         std::cbrt(std::fdim(x[0], 0.0));
}

// The guard stands at the root, and not in the loop over what it is of.
// CHECK-LABEL: struct norm_kernel
// CHECK: static double sweep(
// CHECK: const double sum_b = treelize::where_seeded(seed, seed * (0.5 / result));
// CHECK-NOT: where_seeded
// CHECK: tangent_sweep(
TREELIZE(kernel) double norm(std::span<const double> x) {
  double sum = 0;
  for (double value : x)
    sum += value * value;
  return std::sqrt(sum);
}

// What a branch has overwritten passes nothing on: its loop is skipped.
// CHECK-LABEL: struct best_kernel
// CHECK: static double sweep(
// CHECK: value_b[i] = 0.0;
// CHECK: if (first_b != 0.0) {
// CHECK: for (
// CHECK: tangent_sweep(
TREELIZE(kernel) double best(std::span<const double> x) {
  const int n = static_cast<int>(x.size());
  std::vector<double> value(x.size());
  double sum = 0;
  for (int i = 0; i < n; ++i) {
    double first = 0;
    for (int k = 0; k < n; ++k)
      first += x[k] * x[k] * (k + 1);
    value[i] = x[i] * first;
    if (x[i] < 0.35)
      value[i] = x[i] * x[i];
  }
  for (const double v : value)
    sum += v * v;
  return sum;
}

} // namespace app

#include "chosen-zeros.treelize.hpp"

int main() {
  using namespace app::kernels;
  for (const std::vector<double>& x : {std::vector{-0.7, 0.4, 0.3}, {0.7, -0.4, 0.3}}) {
    check::scalar("truncated", truncated, x);
    check::scalar("clamped", clamped, x);
    check::scalar("branches", branches, {x[0], 0.8, x[2]});
    check::scalar("arms", arms, x, 3);
    check::scalar("norm", norm, x);
    check::scalar("best", best, x);
  }
  check::scalar("path", path, {0.04, 0.3, 0.09}, 5);
  return check::finish();
}
