// An array of adjoints that a block finds and leaves all zero is set by its first sums, and not cleared.
// RUN: %treelize %s -o %T/setting.treelize.hpp -- -std=c++20 -I%S/../Inputs
// RUN: %FileCheck %s --input-file=%T/setting.treelize.hpp
// RUN: %cxx -I%S/../Inputs -I%T %s %link -o %t && %t
// RUN: %treelize %s -o - --disable-pass=setting -- -std=c++20 -I%S/../Inputs | %FileCheck %s --check-prefix=OFF
#include <GradientCheck.h>
#include <treelize/annotations.hpp>

#include <cmath>

namespace app {

// Set by the last loop and by one element; cleared by one element and a loop.
// CHECK-LABEL: struct heat_kernel
// CHECK: static double sweep(
// CHECK: rate_b[i] = y_b[i] * h;
// CHECK: x_b[0] += rate_b[0]
// CHECK-NOT: rate_b[0] = 0.0;
// CHECK: tangent_sweep(
// OFF-LABEL: struct heat_kernel
// OFF: rate_b[i] += y_b[i] * h;
// OFF: rate_b[i] = 0.0;
// OFF: rate_b[0] = 0.0;
// OFF: tangent_sweep(
TREELIZE(kernel) double heat(std::span<const double> x, std::size_t steps) {
  const std::size_t n = x.size();
  const double h = 0.1;
  std::vector<double> y(x.begin(), x.end()), rate(n);
  for (std::size_t s = 0; s < steps; ++s) {
    rate[0] = x[0] * y[1];
    for (std::size_t i = 1; i < n; ++i)
      rate[i] = std::sin(y[i]) * y[i - 1];
    for (std::size_t i = 0; i < n; ++i)
      y[i] += h * rate[i];
  }
  double sum = 0;
  for (double v : y)
    sum += v * v;
  return sum;
}

// The first sums reach the neighbours: the last element stays zero for ever.
// CHECK-LABEL: struct neighbours_kernel
// CHECK: static double sweep(
// CHECK: t_b[i - 1] =
// CHECK-NOT: t_b[i] = 0.0;
// CHECK: tangent_sweep(
TREELIZE(kernel) double neighbours(std::span<const double> x, int steps) {
  const std::size_t n = x.size();
  std::vector<double> y(x.begin(), x.end()), t(n), z(n);
  for (int s = 0; s < steps; ++s) {
    for (std::size_t i = 0; i < n; ++i)
      t[i] = y[i] * x[0];
    for (std::size_t i = 1; i < n; ++i)
      z[i] = x[i] * t[i - 1];
    for (std::size_t i = 0; i < n; ++i)
      y[i] += std::sin(z[i]);
  }
  return y[0] * y[1] + y[2] * y[3];
}

// Some elements get two sums, some none before they are read, the range changes: these clear.
// CHECK-LABEL: struct partly_kernel
// CHECK: static double sweep(
// CHECK: t_b[i] = 0.0;
// CHECK: tangent_sweep(
TREELIZE(kernel) double partly(std::span<const double> x) {
  const std::size_t n = x.size();
  std::vector<double> t(n);
  double sum = 0;
  for (std::size_t s = 1; s < n; ++s) {
    for (std::size_t i = 0; i < n; ++i)
      t[i] = x[i] * x[s];
    for (std::size_t i = 0; i < s; ++i)
      sum += t[i] * t[i] * sum + x[i];
    sum += t[s] * t[0] + t[(s * s) % n];
  }
  return sum;
}

} // namespace app

#include "setting.treelize.hpp"

int main() {
  const std::vector<double> x{0.9, -0.3, 0.4, 0.7};
  check::scalar("heat", app::kernels::heat, x, std::size_t(3));
  check::scalar("heat", app::kernels::heat, x, std::size_t(0));
  check::scalar("neighbours", app::kernels::neighbours, x, 3);
  check::scalar("partly", app::kernels::partly, x);
  return check::finish();
}
