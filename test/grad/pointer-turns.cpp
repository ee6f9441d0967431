// Buffers by pointers that change places: each pointer is an array, and the arrays are exchanged, or their versions
// stand beside each other.
// RUN: %treelize %s -o %T/pointer-turns.treelize.hpp -- -std=c++20 -I%S/../Inputs
// RUN: %FileCheck %s --input-file=%T/pointer-turns.treelize.hpp
// RUN: %allcxx -I%S/../Inputs -I%T -fsyntax-only %s
// RUN: %cxx -I%S/../Inputs -I%T %s %link -o %t && %t
#include <GradientCheck.h>
#include <treelize/annotations.hpp>

#include <utility>

namespace app {

// CHECK-LABEL: struct diffusion_kernel
// CHECK: static double sweep(
// CHECK-NOT: == 0
// CHECK: a_row[i] + 0.2 * a_row[i] * (a_row[index] + a_row[index2] - 2.0 * a_row[i]);
// CHECK-NEXT: b_row[i] = value;
// CHECK-NOT: == 0
// CHECK: tangent_sweep(
/// The last buffer of an odd number of steps is the other one.
TREELIZE(kernel) double diffusion(std::span<const double> x, int steps) {
  std::vector<double> a(x.begin(), x.end()), b = a;
  double *now = a.data(), *next = b.data();
  for (int t = 0; t < steps; ++t) {
    for (std::size_t i = 1; i + 1 < x.size(); ++i)
      next[i] = now[i] + 0.2 * now[i] * (now[i - 1] + now[i + 1] - 2 * now[i]);
    std::swap(now, next);
  }
  double sum = 0;
  for (std::size_t i = 0; i < x.size(); ++i)
    sum += now[i] * now[i];
  return sum;
}

// CHECK-LABEL: struct wave_kernel
// CHECK: static double sweep(
// CHECK-NOT: == 0
// CHECK: treelize::row(
// CHECK-NOT: == 0
// CHECK: tangent_sweep(
TREELIZE(kernel) double wave(std::span<const double> x, int steps) {
  std::vector<double> a(x.begin(), x.end()), b = a, c(x.size());
  double *past = &a[0], *now = &b[0], *next = c.data();
  for (int t = 0; t < steps; ++t) {
    for (std::size_t i = 1; i + 1 < x.size(); ++i)
      next[i] = 2 * now[i] - past[i] + 0.3 * (now[i - 1] + now[i + 1] - 2 * now[i]) * now[i];
    next[0] += 0.1;
    double* const old = past;
    past = now;
    now = next;
    next = old;
  }
  double sum = 0;
  for (std::size_t i = 0; i < x.size(); ++i)
    sum += now[i] * (1 + past[i]);
  return sum;
}

// Not where the kernel asks for one of the arrays itself, when nobody knows which it is.
// CHECK-LABEL: struct first_kernel
// CHECK: static double sweep(
// CHECK-NOT: std::swap
// CHECK: tangent_sweep(
TREELIZE(kernel) double first(std::span<const double> x, int steps) {
  std::vector<double> a(x.begin(), x.end()), b = a;
  double *now = a.data(), *next = b.data();
  for (int t = 0; t < steps; ++t) {
    next[1] = now[0] * now[1];
    std::swap(now, next);
  }
  return a[1] * a[1] + b[0];
}

} // namespace app

#include "pointer-turns.treelize.hpp"

int main() {
  for (int steps : {0, 1, 2, 5}) {
    const std::vector x{0.9, -0.3, 0.4, 0.7, 1.1};
    check::scalar("diffusion", app::kernels::diffusion, x, steps);
    check::scalar("wave", app::kernels::wave, x, steps);
    check::scalar("first", app::kernels::first, x, steps);
  }
  return check::finish();
}
