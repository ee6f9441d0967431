// A loop is parted though numbers of its own are sums or are chosen by branches: each part makes them again. It is
// parted as well where it reaches more arrays than compilers compare addresses of. What several statements add to one
// number is one sum in a local.
// RUN: %treelize %s -o %T/fission-apart.treelize.hpp --disable-pass=independence --disable-pass=histories --disable-pass=expansion -- -std=c++20 -I%S/../Inputs
// RUN: %FileCheck %s --input-file=%T/fission-apart.treelize.hpp
// RUN: %treelize %s -o - --disable-pass=histories --disable-pass=expansion -- -std=c++20 -I%S/../Inputs | %FileCheck %s --check-prefix=TOLD
// RUN: %allcxx -fsyntax-only -I%S/../Inputs -I%T %s
// RUN: %cxx -O2 -I%S/../Inputs -I%T %s %link -o %t && %t
// RUN: %treelize %s -o %T/fission-apart.treelize.hpp --disable-pass=fission --disable-pass=expansion --disable-pass=reductions -- -std=c++20 -I%S/../Inputs
// RUN: %cxx -O2 -I%S/../Inputs -I%T %s %link -o %t && %t
#include <GradientCheck.h>
#include <treelize/annotations.hpp>
#include <treelize/check_gradient.hpp>

#include <cmath>

namespace app {

// CHECK-LABEL: struct limited_kernel
// CHECK: static double sweep(
// CHECK: double c_b_sum = 0.0;
// CHECK-NEXT: for (std::size_t i = 1; i + 1 < n; ++i) {
// CHECK: TREELIZE_IN_ANY_ORDER(c_b_sum +=
// CHECK-NEXT: flux_b[i] * {{.*}} - factor * slope * 0.5);
// CHECK: c_b += c_b_sum;
// CHECK: for (std::size_t i = 1; i + 1 < n; ++i) {
// CHECK-NOT: for (
// CHECK: double b_b = 0.0;
// CHECK: b_b += slope_b;
// CHECK: u_b[i + 1] += b_b;
// CHECK-NEXT: }
// CHECK-NEXT: for (std::size_t i = 1; i + 1 < n; ++i) {
// CHECK-NOT: for (
// CHECK: flux_b[i] = 0.0;
// CHECK: a_b += slope_b;
// CHECK: u_b[i - 1] -= a_b;
// CHECK-NEXT: }
// CHECK: tangent_sweep(
TREELIZE(kernel) double limited(std::span<const double> x, double c, int steps) {
  const std::size_t n = x.size();
  std::vector<double> u(x.begin(), x.end()), flux(n);
  for (int t = 0; t < steps; ++t) {
    for (std::size_t i = 1; i + 1 < n; ++i) {
      const double a = u[i] - u[i - 1], b = u[i + 1] - u[i];
      const double slope = a * b > 0 ? (std::fabs(a) < std::fabs(b) ? a : b) : 0.0;
      flux[i] = c * (u[i] + 0.5 * (1 - c) * slope);
    }
    for (std::size_t i = 2; i + 1 < n; ++i)
      u[i] -= flux[i] - flux[i - 1];
  }
  double sum = 0;
  for (std::size_t i = 0; i < n; ++i)
    sum += u[i] * u[i];
  return sum;
}

// Vectors that are swapped are not known to be apart: what is put back, what is added to `old` and what is added to the
// caller's array are loops of their own.
// CHECK-LABEL: struct wave_kernel
// CHECK: static double sweep(
// CHECK: old_b[i] -= next_b[i];
// CHECK-NEXT: }
// CHECK-NEXT: for (std::size_t i = 1; i + 1 < n; ++i) {
// CHECK-NEXT: speed_b[i] +=
// CHECK-NEXT: }
// CHECK: tangent_sweep(
// They are one where the compiler is told that its iterations are apart.
// TOLD-LABEL: struct wave_kernel
// TOLD: static double sweep(
// TOLD: old_b[i] -= next_b[i];
// TOLD-NOT: }
// TOLD: speed_b[i] +=
TREELIZE(kernel) double wave(std::span<const double> speed, int steps) {
  const std::size_t n = speed.size();
  std::vector<double> old(n), now(n), next(n);
  now[n / 2] = 1;
  for (int t = 0; t < steps; ++t) {
    for (std::size_t i = 1; i + 1 < n; ++i)
      next[i] = 2 * now[i] - old[i] + speed[i] * speed[i] * (now[i - 1] - 2 * now[i] + now[i + 1]);
    std::swap(old, now);
    std::swap(now, next);
  }
  double sum = 0;
  for (std::size_t i = 0; i < n; ++i)
    sum += now[i] * now[i];
  return sum;
}

// What is left of a number after a sum is not what a part makes of it without the sum; nor does a part read an element
// that another one has set by then.
TREELIZE(kernel) double reaction(std::span<const double> x, double f, int n) {
  std::vector<double> u(x.begin(), x.end()), v(x.rbegin(), x.rend()), u2(x.size()), v2(x.size());
  for (int t = 0; t < 3; ++t) {
    for (int j = 1; j < n - 1; ++j)
      for (int i = 1; i < n - 1; ++i) {
        const int c = j * n + i;
        const double lu = u[c - 1] + u[c + 1] + u[c - n] + u[c + n] - 4 * u[c], r = u[c] * v[c] * v[c];
        u2[c] = u[c] + 0.16 * lu - r + f * (1 - u[c]);
        v2[c] = v[c] + r - f * f * v[c - 1];
      }
    std::swap(u, u2);
    std::swap(v, v2);
  }
  double sum = 0;
  for (std::size_t i = 0; i < u.size(); ++i)
    sum += u[i] * v[i];
  return sum;
}

// The order of the primal's own sums is the source's.
// CHECK-LABEL: struct ordered_kernel
// CHECK: static double sweep(
// CHECK-NOT: total_sum
// CHECK: total[0] +=
// CHECK: tangent_sweep(
TREELIZE(kernel) double ordered(std::span<const double> x) {
  std::vector<double> total(1, 1.0);
  for (std::size_t i = 0; i < x.size(); ++i) {
    total[0] += x[i] * x[i];
    total[0] += std::sin(x[i]);
  }
  return total[0] * total[0];
}

} // namespace app

#include "fission-apart.treelize.hpp"

int main() {
  std::vector<double> numbers(49);
  for (std::size_t i = 0; i < numbers.size(); ++i)
    numbers[i] = 0.4 + 0.3 * std::sin(1.7 * static_cast<double>(i * i));
  const std::span<const double> x(numbers);
  check::failures() += !treelize::check_gradient(app::kernels::limited, x, 0.3, 4).passed();
  check::failures() += !treelize::check_gradient(app::kernels::wave, x, 6).passed();
  check::failures() += !treelize::check_gradient(app::kernels::reaction, x, 0.2, 7).passed();
  check::failures() += !treelize::check_gradient(app::kernels::ordered, x).passed();
  return check::finish();
}
