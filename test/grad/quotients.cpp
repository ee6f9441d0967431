// A quotient is differentiated with one division and its own value; a reciprocal needs its value alone. On the tape
// stands what it is computed from, if the reverse sweep asks for that anyway.
// RUN: %treelize %s -o %T/quotients.treelize.hpp -- -std=c++20 -I%S/../Inputs
// RUN: %FileCheck %s --input-file=%T/quotients.treelize.hpp
// RUN: %cxx -I%S/../Inputs -I%T %s %link -o %t && %t
#include <GradientCheck.h>
#include <treelize/annotations.hpp>

#include <cmath>

namespace app {

// CHECK-LABEL: struct ratio_kernel
// CHECK: static double sweep(
// CHECK: const double [[FACTOR:factor[0-9]*]] = ratio_b / y;
// CHECK-NEXT: [[FACTOR]];
// CHECK-NEXT: y_b -= [[FACTOR]] * ratio;
// CHECK: tangent_result<double> tangent_sweep(
// CHECK: const double direction = x_t - treelize::where_seeded(y_t, ratio * y_t);
// CHECK-NEXT: const double ratio_t = treelize::where_seeded(direction, direction / y);
TREELIZE(kernel) double ratio(double x, double y) {
  const double ratio = x / y;
  return ratio * ratio;
}

// CHECK-LABEL: struct logistic_kernel
// CHECK: static double sweep(
// CHECK: _kept
// CHECK-NOT: _kept = tape.take
// CHECK: for (
// CHECK: for (
// CHECK: const double gate = 1.0 / (1.0 + exp_value);
// CHECK: gate * gate
// CHECK: tangent_sweep(
TREELIZE(kernel) double logistic(std::span<const double> x) {
  double state = x[0];
  for (std::size_t i = 0; i < x.size(); ++i) {
    const double gate = 1 / (1 + std::exp(-x[i] * state));
    state = state * gate + x[i];
  }
  return state;
}

// The denominator of `r`, a local, is not asked for by anything else: now `r` is kept, or else the denominator.
// CHECK-LABEL: struct nested_kernel
TREELIZE(kernel) double nested(std::span<const double> x) {
  double sum = 1;
  for (std::size_t i = 0; i < x.size(); ++i) {
    const double d = 2 + x[i] * x[i] * sum;
    const double r = x[i] / d;
    const double q = (x[i] + r) / (d + r) / (3 + r * r);
    sum = sum * 0.5 + r * q + 2 / (q + 4);
  }
  return sum;
}

// In an element, the result stands for what was divided, which is lost.
// CHECK-LABEL: struct normalised_kernel
// CHECK: static double sweep(
// CHECK-NOT: y_old
// CHECK: treelize::where_seeded([[N:factor[0-9]*]], [[N]] * y[i]);
// CHECK: tangent_sweep(
TREELIZE(kernel) double normalised(std::span<const double> x) {
  std::vector<double> y(x.size());
  double sum = 0, result = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    y[i] = x[i] + 2 * x[0];
    sum += x[i] * x[i];
  }
  for (std::size_t i = 0; i < x.size(); ++i)
    y[i] /= sum;
  for (std::size_t i = 0; i < x.size(); ++i)
    result += y[i] * y[i];
  return result;
}

// CHECK-LABEL: struct columns_kernel
// CHECK: static double sweep(
// CHECK-NOT: s_kept
// CHECK: tangent_sweep(
TREELIZE(kernel) double columns(std::span<const double> x) {
  std::vector<double> y(x.size());
  for (std::size_t i = 0; i < x.size(); ++i) {
    double s = x[i];
    for (std::size_t j = 0; j < i; ++j)
      s -= y[j] * y[j];
    y[i] = s / (3 + x[0] * x[i]);
  }
  return y[1] * y[2];
}

// The divisor changes with the quotient, or is it.
TREELIZE(kernel) double itself(std::span<const double> x) {
  std::vector<double> y(x.begin(), x.end());
  for (std::size_t i = 0; i + 1 < x.size(); ++i) {
    y[i] /= y[i + 1];
    y[i + 1] /= 2 + y[0] * y[i + 1];
  }
  return y[0] * y[1] * y[2];
}

} // namespace app

#include "quotients.treelize.hpp"

int main() {
  check::numbers("ratio", app::kernels::ratio, 0.7, 1.3);
  for (const std::vector<double>& x : {std::vector{0.9, -0.3, 0.4}, std::vector{-0.5, 0.2, -0.4}}) {
    check::scalar("logistic", app::kernels::logistic, x);
    check::scalar("normalised", app::kernels::normalised, x);
    check::scalar("columns", app::kernels::columns, x);
    check::scalar("itself", app::kernels::itself, x);
    check::scalar("nested", app::kernels::nested, x);
  }
  return check::finish();
}
