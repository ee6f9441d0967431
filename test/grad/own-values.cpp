// What the derivative of an assignment reads of its own target, the assignment puts back: nobody else saves it.
// RUN: %treelize %s -o %T/own-values.treelize.hpp -- -std=c++20 -I%S/../Inputs
// RUN: %FileCheck %s --input-file=%T/own-values.treelize.hpp
// RUN: %cxx -fsanitize=address,undefined -I%S/../Inputs -I%T %s %link -o %t && %t
#include <GradientCheck.h>
#include <treelize/annotations.hpp>

namespace app {

// CHECK-LABEL: struct filtered_kernel
// CHECK: static double sweep(
// CHECK: double g_sum = 0.0;
// CHECK-NEXT: for (std::size_t i = 0; i < n; ++i) {
// CHECK-NEXT: TREELIZE_STEP_IN_ANY_ORDER_UNLESS(with_value, g_sum, +=,
// CHECK-NEXT: }
// CHECK-NEXT: g[j] = g_sum;
// CHECK-NEXT: g_old[j] = g[j];
// CHECK-NEXT: g[j] = g[j] * x[j];
// CHECK: tangent_sweep(
TREELIZE(kernel) double filtered(std::span<const double> x, int steps) {
  const std::size_t n = x.size();
  std::vector<double> f(x.begin(), x.end()), g(n);
  for (int s = 0; s < steps; ++s) {
    for (std::size_t j = 0; j < n; ++j) {
      g[j] = 0;
      for (std::size_t i = 0; i < n; ++i)
        g[j] += f[i] * x[(i + j) % n];
      g[j] *= x[j];
    }
    f = g;
  }
  double sum = 0;
  for (double v : f)
    sum += v * v;
  return sum;
}

// Another statement's derivative reads the element as well: what overwrites it then saves it.
// CHECK-LABEL: struct shared_kernel
// CHECK: static double sweep(
// CHECK: g_old
// CHECK: g[j] += x[j];
// CHECK: g[j] = g[j] * x[j];
// CHECK: tangent_sweep(
TREELIZE(kernel) double shared(std::span<const double> x, int steps) {
  const std::size_t n = x.size();
  std::vector<double> g(x.begin(), x.end());
  double sum = 0;
  for (int s = 0; s < steps; ++s)
    for (std::size_t j = 0; j < n; ++j) {
      sum += g[j] * g[n - 1 - j];
      g[j] += x[j];
      g[j] *= x[j];
    }
  return sum;
}

// The vector that the iteration made is made again for the elements that are put back into it.
// CHECK-LABEL: struct decayed_kernel
// CHECK: static double sweep(
// CHECK: for (int s = steps; s-- > 0;) {
// CHECK-NEXT: treelize::room<double> r(n, 0.0);
// CHECK-NEXT: treelize::room<double> r_b(n, 0.0);
// CHECK: r[0] = r_old[
// CHECK: tangent_sweep(
TREELIZE(kernel) double decayed(std::span<const double> x, int steps) {
  const std::size_t n = x.size();
  double sum = 0;
  for (int s = 0; s < steps; ++s) {
    std::vector<double> r(n);
    r[0] = 1 + sum;
    for (std::size_t i = 1; i < n; ++i)
      r[0] = std::sin(x[i]) * r[0];
    sum += r[0];
  }
  return sum;
}

// The places of the elements are gone by the end: shorter, given another vector, swapped, rows of a vector of vectors.
TREELIZE(kernel) double shortened(std::span<const double> x, int steps) {
  std::vector<double> a(x.begin(), x.end()), b(2, x[1]);
  double sum = 0;
  for (int s = 0; s < steps; ++s) {
    a.resize(x.size());
    for (double& e : a)
      e *= x[0] * e;
    sum += a.back();
    while (a.size() > 1)
      a.pop_back();
    std::vector<double> c(x.begin(), x.end());
    c[3] *= c[3] * x[2];
    sum += c[3];
    c = b;
    sum += c[1];
    std::swap(b, c);
    b[1] *= b[1] * x[2];
  }
  std::vector<std::vector<double>> rows(2, std::vector<double>(x.begin(), x.end()));
  rows[1][3] *= rows[1][3] * sum;
  const double last = rows[1][3];
  rows[1] = std::vector<double>{x[0]};
  return sum + last + rows[1][0] * rows[0][1];
}

} // namespace app

#include "own-values.treelize.hpp"

int main() {
  const std::vector<double> x{0.9, -0.3, 0.4, 0.7};
  check::scalar("filtered", app::kernels::filtered, x, 3);
  check::scalar("filtered", app::kernels::filtered, x, 0);
  check::scalar("shared", app::kernels::shared, x, 3);
  for (int steps : {0, 1, 3}) {
    check::scalar("decayed", app::kernels::decayed, x, steps);
    check::scalar("shortened", app::kernels::shortened, x, steps);
  }
  return check::finish();
}
