// What a loop of the reverse sweep adds to one element is summed in a local first, in any order; what all its iterations
// read is read once. Neither touches an element of a loop that does not run.
// RUN: %treelize %s -o %T/reductions.treelize.hpp -- -std=c++20 -I%S/../Inputs
// RUN: %FileCheck %s --input-file=%T/reductions.treelize.hpp
// RUN: %cxx -fsanitize=address -I%S/../Inputs -I%T %s %link -o %t && %t
// RUN: %treelize %s -o - --disable-pass=reductions --disable-pass=invariants -- -std=c++20 -I%S/../Inputs | %FileCheck %s --check-prefix=OFF
#include <GradientCheck.h>
#include <treelize/annotations.hpp>
#include <treelize/check_gradient.hpp>

namespace app {

// CHECK-LABEL: struct product_kernel
// CHECK: static double sweep(
// CHECK: double v_b_sum = 0.0;
// CHECK-NEXT: const double v_here = 0 < n ? v[i] : 0.0;
// CHECK-NEXT: TREELIZE_INDEPENDENT
// CHECK-NEXT: for (int j = 0; j < n; ++j) {
// CHECK-NEXT: TREELIZE_REASSOCIATE
// CHECK: v_b_sum +=
// CHECK: if (0 < n) {
// CHECK-NEXT: v_b[i] += v_b_sum;
// OFF-LABEL: struct product_kernel
// OFF: static double sweep(
// OFF-NOT: _sum
// OFF-NOT: _here
// OFF: v_b[i] +=
// OFF: static treelize::tangent_result
TREELIZE(kernel) double product(std::span<const double> x, int n) {
  std::vector<double> v(x.begin(), x.end()), y(x.size());
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j)
      y[j] += x[i + j] * v[i];
  double sum = 0;
  for (double e : y)
    sum += e * e;
  return sum;
}

// The shadow of a number is a reference, which might be part of an array that the loop writes.
// CHECK-LABEL: struct diffusion_kernel
// CHECK: static double sweep(
// CHECK: double a_b_sum = 0.0;
// CHECK: a_b_sum +=
// CHECK: a_b += a_b_sum;
// OFF-LABEL: struct diffusion_kernel
// OFF: static double sweep(
// OFF-NOT: _sum
// OFF: static treelize::tangent_result
TREELIZE(kernel) double diffusion(std::span<const double> x, double a) {
  std::vector<double> u(x.begin(), x.end()), v(x.size());
  for (std::size_t i = 1; i + 1 < x.size(); ++i)
    v[i] = u[i] + a * (u[i - 1] - 2 * u[i] + u[i + 1]);
  double sum = 0;
  for (double e : v)
    sum += e * e;
  return sum;
}

// Row `first` is there only where it is used; the element that is summed into is read as well.
TREELIZE(kernel) double limits(std::span<const double> x, int first) {
  double sum = 1;
  for (std::size_t j = static_cast<std::size_t>(first); j < x.size(); ++j)
    sum += x[j] * x[static_cast<std::size_t>(first)];
  std::vector<double> y(x.begin(), x.end());
  for (std::size_t j = 1; j < x.size(); ++j)
    y[j - 1] += y[0] * x[j] * sum;
  return y[0] * y[0] * sum;
}

// An element that is read next to the loop anyway exists. The trips of the loop change with `i`.
// CHECK-LABEL: struct triangle_kernel
// CHECK: static double sweep(
// CHECK: const double v_here = v[i];
// CHECK: v_b_sum = 0.0;
// CHECK-NEXT: const double v_here = v[i];
// CHECK-NEXT: TREELIZE_NOT_INTERLEAVED
// CHECK: TREELIZE_INDEPENDENT
// CHECK-NEXT: for (int j = i + 1; j < n; ++j) {
// CHECK-NEXT: TREELIZE_REASSOCIATE
// CHECK: static treelize::tangent_result
TREELIZE(kernel) double triangle(std::span<const double> x, int n) {
  std::vector<double> v(x.begin(), x.end()), y(x.size());
  for (int i = 0; i < n; ++i) {
    y[i] += v[i] * v[i];
    for (int j = i + 1; j < n; ++j)
      y[j] += x[j] * v[i];
  }
  double sum = 0;
  for (double e : y)
    sum += e * e;
  return sum;
}

// Where the trips change and nothing else says that it exists, a test reads several. Behind the last place there is none.
// CHECK-LABEL: struct places_kernel
// CHECK: static double sweep(
// CHECK: const double x_here = i + 1 < n ? x[3 * i] : 0.0;
// CHECK-NEXT: const double x_here2 = i + 1 < n ? x[3 * i + 1] : 0.0;
// CHECK-NEXT: const double x_here3 = i + 1 < n ? x[3 * i + 2] : 0.0;
// OFF-LABEL: struct places_kernel
// OFF: static double sweep(
// OFF-NOT: _here
// OFF: static treelize::tangent_result
TREELIZE(kernel) double places(std::span<const double> x) {
  const int n = static_cast<int>(x.size()) / 3;
  std::vector<double> near(x.size());
  for (int i = 0; i <= n; ++i)
    for (int j = i + 1; j < n; ++j)
      near[j] += x[3 * j] * x[3 * i] + x[3 * j + 1] * x[3 * i + 1] + x[3 * j + 2] * x[3 * i + 2];
  double sum = 0;
  for (double e : near)
    sum += e * e;
  return sum;
}

// All pairs, each number with itself among them: sums to one array by two indices. Some are in a branch.
// CHECK-LABEL: struct everyPair_kernel
// CHECK: static double sweep(
// CHECK: double x_b_sum = 0.0;
// CHECK: TREELIZE_IN_ANY_ORDER(x_b_sum += factor2 * d);
// CHECK: x_b[j] += d_b;
// CHECK-NEXT: TREELIZE_IN_ANY_ORDER(x_b_sum += factor - d_b);
// CHECK: x_b[i] += x_b_sum;
// OFF-LABEL: struct everyPair_kernel
// OFF: static double sweep(
// OFF: x_b[j] += d_b;
// OFF-NEXT: x_b[i] += factor - d_b;
TREELIZE(kernel) double everyPair(std::span<const double> x, int n) {
  double sum = 0;
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) {
      const double d = x[j] - x[i];
      sum += x[i] / (1 + d * d);
      if (d > 0)
        sum += d * x[i] * x[j];
    }
  return sum;
}

// Before the counter moves, or where another condition asks, there may be no such element.
// CHECK-LABEL: struct moving_kernel
// CHECK: static double sweep(
// CHECK-NOT: v_here = v[at];
// CHECK: static treelize::tangent_result
TREELIZE(kernel) double moving(std::span<const double> x, int runs) {
  const int n = static_cast<int>(x.size());
  std::vector<double> v(x.begin(), x.end()), y(x.size());
  int at = 1 << 24;
  double sum = 0;
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < runs; ++j)
      y[j] += x[j] * v[at];
    at = i;
    sum += v[at] * y[i];
    at += runs > 0 ? 0 : 1 << 24;
  }
  return sum;
}

} // namespace app

#include "reductions.treelize.hpp"

int main() {
  const std::vector<double> x{0.9, -0.3, 0.4, 0.7};
  check::failures() += !treelize::check_gradient(app::kernels::diffusion, std::span<const double>(x), 0.3).passed();
  check::scalar("product", app::kernels::product, x, 2);
  check::scalar("product", app::kernels::product, x, 0);
  check::scalar("triangle", app::kernels::triangle, x, 4);
  check::scalar("places", app::kernels::places, std::vector<double>{0.9, -0.3, 0.4, 0.7, 0.2, -0.8, 0.5, 0.6, 1.1});
  for (int n : {0, 1, 4})
    check::scalar("everyPair", app::kernels::everyPair, x, n);
  check::scalar("moving", app::kernels::moving, x, 0);
  check::scalar("limits", app::kernels::limits, x, 1);
  check::scalar("limits", app::kernels::limits, x, 4);
  return check::finish();
}
