// Loops that step and test at once, or leave by a break at their beginning, count as those of a `for`: no flag, no
// trips, no counters on the tape.
// RUN: %treelize %s -o %T/loop-tests.treelize.hpp -- -std=c++20 -I%S/../Inputs
// RUN: %FileCheck %s --input-file=%T/loop-tests.treelize.hpp
// RUN: %allcxx -fsyntax-only -I%S/../Inputs -I%T %s
// RUN: %cxx -fsanitize=undefined -fno-sanitize-recover=all -I%S/../Inputs -I%T %s %link -o %t && %t
// RUN: %treelize %s -o %T/loop-tests.treelize.hpp --disable-pass=counting -- -std=c++20 -I%S/../Inputs
// RUN: %FileCheck %s --input-file=%T/loop-tests.treelize.hpp --check-prefix=OFF
// RUN: %cxx -I%S/../Inputs -I%T %s %link -o %t && %t
#include <GradientCheck.h>
#include <treelize/annotations.hpp>

#include <cmath>

namespace app {

// CHECK-LABEL: struct countdown_kernel
// CHECK: static double sweep(
// CHECK-NOT: while
// CHECK: for (int n_value2 = n_value; n_value2-- > 0;) {
// CHECK-NOT: tape
// CHECK: tangent_sweep(
// OFF-LABEL: struct countdown_kernel
// OFF: while (looping) {
TREELIZE(kernel) double countdown(std::span<const double> x, int n) {
  double y = 1;
  while (n-- > 0)
    y = std::sin(y) * x[0] + x[n];
  return y * n;
}

// CHECK-LABEL: struct unsignedCountdown_kernel
// CHECK: static double sweep(
// CHECK-NOT: while
// CHECK: for (std::size_t n_value2 = n_value; n_value2-- > 0;) {
// CHECK: tangent_sweep(
TREELIZE(kernel) double unsignedCountdown(std::span<const double> x, std::size_t n) {
  double y = 1;
  while (n--)
    y = std::sin(y) * x[0] + x[n];
  return n + 1 == 0 ? y : 0;
}

// CHECK-LABEL: struct stepFirst_kernel
// CHECK: static double sweep(
// CHECK-NOT: while
// CHECK: tangent_sweep(
TREELIZE(kernel) double stepFirst(std::span<const double> x, int n) {
  double y = 1;
  while (--n > 0)
    y = std::sin(y) * x[n] + n;
  int i = 0;
  while (++i < 4)
    y = std::sin(y) * x[i];
  return y * (n + i);
}

// CHECK-LABEL: struct header_kernel
// CHECK: static double sweep(
// CHECK-NOT: while
// CHECK: tangent_sweep(
TREELIZE(kernel) double header(std::span<const double> x, int n) {
  double y = 1;
  for (; n > 0; --n)
    y = std::sin(y) * x[n - 1] + n;
  int i = 0;
  while (i++ < 3)
    y = std::sin(y) * x[i];
  for (int j = 0;; ++j) {
    if (j >= 3)
      break;
    y += std::sin(y) * x[j];
  }
  return y;
}

// A bound that is no zero, and nests; the inner counter begins anew.
// CHECK-LABEL: struct nests_kernel
// CHECK: static double sweep(
// CHECK-NOT: while
// CHECK: tangent_sweep(
TREELIZE(kernel) double nests(std::span<const double> x, int low, int rounds) {
  double y = 1;
  while (rounds-- > 0) {
    int n = 5;
    while (n > low) {
      y += std::sin(y * x[n]);
      --n;
      y *= x[n];
    }
  }
  return y;
}

// Loops that end otherwise, too, are what they were.
// CHECK-LABEL: struct others_kernel
// CHECK: static double sweep(
// CHECK: while
// CHECK: while
// CHECK: tangent_sweep(
TREELIZE(kernel) double others(std::span<const double> x, int n) {
  double y = 1;
  while (n-- > 0) {
    y = std::sin(y) * x[0] + x[n];
    if (y < 0)
      break;
  }
  int m = 6;
  while (m-- > 0) {
    y += std::sin(y) * x[m];
    if (y > 2)
      --m;
  }
  for (;;) {
    if (std::fabs(y) < 0.5)
      break;
    y *= 0.5 * std::cos(x[1]);
  }
  return y;
}

} // namespace app

#include "loop-tests.treelize.hpp"

int main() {
  for (const std::vector<double>& x : {std::vector{0.9, -0.3, 0.4, 0.7, 1.2, -0.2}, std::vector{-0.5, 0.2, -0.4, 0.8, -0.6, 0.3}}) {
    for (const int n : {-2, 0, 1, 2, 6}) {
      check::scalar("countdown", app::kernels::countdown, x, n);
      check::scalar("stepFirst", app::kernels::stepFirst, x, n);
      check::scalar("header", app::kernels::header, x, n);
      check::scalar("nests", app::kernels::nests, x, n < 0 ? 0 : n, 3);
      check::scalar("nests", app::kernels::nests, x, 2, n);
      check::scalar("others", app::kernels::others, x, n);
    }
    for (const std::size_t n : {0, 1, 5})
      check::scalar("unsignedCountdown", app::kernels::unsignedCountdown, x, n);
  }
  return check::finish();
}
