// What a reverse loop hands on from iteration to iteration takes one multiplication and one addition in each, through locals and
// through elements of arrays; zero times infinity stays zero.
// RUN: %treelize %s -o %T/chains.treelize.hpp -- -std=c++20 -I%S/../Inputs
// RUN: %FileCheck %s --input-file=%T/chains.treelize.hpp
// RUN: %allcxx -fsyntax-only -I%S/../Inputs -I%T %s
// RUN: %cxx -I%S/../Inputs -I%T %s %link -o %t && %t
// RUN: %treelize %s -o - --disable-pass=chains -- -std=c++20 -I%S/../Inputs | %FileCheck %s --check-prefix=OFF
#include <GradientCheck.h>
#include <treelize/annotations.hpp>

#include <cmath>
#include <cstddef>
#include <vector>

namespace app {

// OFF-NOT: _next
// OFF-NOT: _rest

// CHECK-LABEL: struct variances_kernel
// CHECK: static double sweep(
// CHECK: + variance_b * x[2];
TREELIZE(kernel, wrt = (x)) double variances(const std::vector<double>& x, const std::vector<double>& returns) {
  double variance = x[0], loss = 0;
  for (const double r : returns) {
    const double shock = r - x[3];
    loss += std::log(variance) + shock * shock / variance;
    variance = x[0] + x[1] * shock * shock + x[2] * variance;
  }
  return loss;
}

/// A tridiagonal system by Thomas' algorithm.
// CHECK-LABEL: struct thomas_kernel
// CHECK: static double sweep(
// CHECK: double right_b_next = 1 < n ? right_b[n - 1] : 0.0;
// CHECK-NEXT: double diagonal_b_next = 1 < n ? diagonal_b[n - 1] : 0.0;
// CHECK: right_b_next = right_b_next != 0.0 ? right_b[i - 1] - right_b_next * factor : right_b[i - 1];
// CHECK-NEXT: right_b[i - 1] = right_b_next;
// CHECK: factor_b * (1.0 / diagonal[i - 1])
TREELIZE(kernel, wrt = (x)) double thomas(const std::vector<double>& x) {
  const std::size_t n = x.size() / 3;
  std::vector<double> diagonal(n), right(n);
  for (std::size_t i = 0; i < n; ++i) {
    diagonal[i] = 3 + x[i];
    right[i] = x[n + i];
  }
  for (std::size_t i = 1; i < n; ++i) {
    const double factor = x[2 * n + i] / diagonal[i - 1];
    diagonal[i] -= factor * x[2 * n + i];
    right[i] -= factor * right[i - 1];
  }
  double sum = 0;
  for (std::size_t i = n; i-- > 0;) {
    if (i + 1 < n)
      right[i] -= x[2 * n + i + 1] * right[i + 1];
    right[i] /= diagonal[i];
    sum += right[i] * right[i];
  }
  return sum;
}

/// Two numbers that take from each other.
// CHECK-LABEL: struct smooth_kernel
// CHECK: static double sweep(
// CHECK: const double [[BEFORE:level_b_before|trend_b_before]] =
// CHECK: level_b = {{.*}}level_b * (1.0 - x[0])
TREELIZE(kernel, wrt = (x)) double smooth(const std::vector<double>& x, const std::vector<double>& series) {
  double level = x[2], trend = 0, loss = 0;
  for (const double value : series) {
    const double error = value - level - trend, old = level;
    loss += error * error;
    level = x[0] * value + (1 - x[0]) * (level + trend);
    trend = x[1] * (level - old) + (1 - x[1]) * trend;
  }
  return loss;
}

/// In branches, with what may be infinite.
// CHECK-LABEL: struct fog_kernel
// CHECK: static double sweep(
// CHECK: left_b = left_b != 0.0 ? left_b_rest + left_b * {{.*}} : left_b_rest;
TREELIZE(kernel, wrt = (x)) double fog(const std::vector<double>& x) {
  double left = 1, shade = 0;
  for (std::size_t i = 0; i < x.size(); ++i)
    if (x[i] > 0) {
      const double alpha = std::exp(x[i]) - 1;
      shade += left * alpha;
      left = left * (1 - alpha);
    }
  return shade * shade;
}

/// The slope of a root at zero is infinite.
// CHECK-LABEL: struct roots_kernel
// CHECK: static double sweep(
// CHECK: u_b * treelize::where_seeded(x[i], x[i] * (0.5 / sqrt_value))
TREELIZE(kernel, wrt = (x)) double roots(const std::vector<double>& x) {
  double u = x[0];
  for (std::size_t i = 1; i < x.size(); ++i)
    u = x[i] * std::sqrt(u);
  return u * u;
}

} // namespace app

#include "chains.treelize.hpp"

namespace {

template <class Kernel, class... More>
void compare(const char* name, const Kernel& kernel, const std::vector<double>& x, const More&... more) {
  const auto gradient = [&](const std::vector<double>& at) {
    std::vector<double> x_b(at.size());
    kernel.adjoint(at, more..., 1.0, x_b);
    return x_b;
  };
  const std::vector<double> x_t = check::direction(x.size()), x_b = gradient(x);
  const double along = kernel.tangent(x, more..., x_t).derivative;
  check::near(name, "adjoint against tangent", check::dot(x_b, x_t), along, 1e-10, check::norm1(x_b, x_t));
  const auto product = [&](const std::vector<double>& at, const std::vector<double>& direction) {
    std::vector<double> result(at.size());
    kernel.hvp(at, more..., direction, result);
    return result;
  };
  check::second(name, x, gradient, product);
}

} // namespace

int main() {
  for (const std::size_t count : {0, 1, 2, 3, 40}) {
    std::vector<double> series = check::field(count), x = check::field(3 * count);
    compare("variances", app::kernels::variances, {0.5, 0.3, 0.4, 0.1}, series);
    compare("smooth", app::kernels::smooth, {0.3, 0.2, 0.1}, series);
    compare("thomas", app::kernels::thomas, x);
    compare("fog", app::kernels::fog, x);
  }
  compare("roots", app::kernels::roots, {0.3, 0.2, 0.1, 0.4});
  std::vector<double> x_b(3);
  app::kernels::roots.adjoint({0.0, 0.0, 0.5}, 1.0, x_b);
  check::near("roots", "a root times zero", x_b[0], 0, 0, 1);
  return check::finish();
}
