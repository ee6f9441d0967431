// A scalar that every iteration sets before it reads it, and that nobody reads afterwards, is the iteration's own.
// RUN: %treelize %s -o %T/scopes.treelize.hpp -- -std=c++20 -I%S/../Inputs
// RUN: %FileCheck %s --input-file=%T/scopes.treelize.hpp
// RUN: %cxx -I%S/../Inputs -I%T %s %link -o %t && %t
// RUN: %treelize %s -o - --disable-pass=scopes -- -std=c++20 -I%S/../Inputs | %FileCheck %s --check-prefix=OFF
#include <GradientCheck.h>
#include <treelize/annotations.hpp>

#include <algorithm>
#include <cmath>

namespace app {

// CHECK-LABEL: struct outside_kernel
// CHECK: static double sweep(
// CHECK: for (
// CHECK-NEXT: const double square = x[i] * x[i];
// OFF-LABEL: struct outside_kernel
// OFF: static double sweep(
// OFF: double square{{.*}} = 0.0;
// OFF: for (
// OFF: square = x[i] * x[i];
TREELIZE(kernel) double outside(std::span<const double> x) {
  double sum = 0, square;
  for (std::size_t i = 0; i < x.size(); ++i) {
    square = x[i] * x[i];
    sum += square * x[0];
  }
  return sum;
}

// Read after the loop, by its condition, by the next iteration, under a condition only: they stay.
TREELIZE(kernel) double carried(std::span<const double> x) {
  double last = 0, bound = 0, first = 1, chosen = 1, sum = 0;
  int i = 0;
  while (bound < 1 && i < 3) {
    sum += first * chosen;
    last = x[i];
    bound = last * last;
    first = last * sum;
    if (last > 0)
      chosen = bound;
    ++i;
  }
  for (int k = 0; k < 2; ++k) {
    double inner;
    for (int j = 0; j < 2; ++j) {
      inner = x[j] * sum;
      sum += inner * inner;
    }
    sum += inner;
  }
  return sum + last * chosen;
}

// What one branch uses is the branch's own: the adjoints begin there, and end there without being cleared. All that it
// computes it also asks for, so that no branch asks for a seed.
// CHECK-LABEL: struct turned_kernel
// CHECK: static double sweep(
// CHECK: if (square != 0.0) {
// CHECK: if (square != 0.0) {
// CHECK-NEXT: double axis_b[3]{};
// CHECK-NOT: if ({{.*}}_b != 0.0)
// CHECK: square_b += treelize::where_seeded(root_b, root_b * (0.5 / root));
// CHECK-NOT: _b = 0.0;
// CHECK: static treelize::tangent_result
// OFF-LABEL: struct turned_kernel
// OFF: double axis_b[3]{};
// OFF: double inverse_b = 0.0;
// OFF: if (square != 0.0) {
// OFF: inverse_b = 0.0;
TREELIZE(kernel) double turned(std::span<const double> x) {
  double square = 0, sum = 0;
  for (int i = 0; i < 3; ++i)
    square += x[i] * x[i];
  if (square != 0) {
    double root, inverse, axis[3];
    root = std::sqrt(square);
    inverse = 1 / root;
    for (int i = 0; i < 3; ++i)
      axis[i] = x[i] * inverse;
    sum += axis[0] * axis[1] + axis[2] * root;
  } else
    sum += x[0] + x[1];
  return sum * x[2];
}

// Nobody asks for the root of a zero: not where its reader's turn never comes, nor where it is replaced before.
TREELIZE(kernel) double unasked(std::span<const double> x, int n) {
  double sum = 0;
  if (n < 5) {
    double late, replaced;
    late = std::sqrt(x[0]);
    replaced = std::sqrt(x[0]);
    for (int i = 0; i < n; ++i)
      sum += late * x[1];
    for (int i = 0; i < 3; ++i) {
      if (x[1] > 0)
        replaced = x[i];
      sum += replaced * x[1];
    }
  }
  return sum;
}

} // namespace app

#include "scopes.treelize.hpp"

int main() {
  for (const std::vector<double>& x : {std::vector{0.9, -0.3, 0.4}, std::vector{-0.5, 0.2, -0.4}}) {
    check::scalar("outside", app::kernels::outside, x);
    check::scalar("carried", app::kernels::carried, x);
    check::scalar("turned", app::kernels::turned, x);
  }
  const std::vector<double> zero{0.0, 0.5, -0.2};
  std::vector<double> zero_b(3);
  app::kernels::turned.adjoint(std::vector<double>(3), 1.0, zero_b);
  check::near("turned", "the adjoint at zero", zero_b[0] + zero_b[1] + zero_b[2], 0.0, 0, 0);
  std::ranges::fill(zero_b, 0.0);
  app::kernels::unasked.adjoint(zero, 0, 1.0, zero_b);
  check::near("unasked", "the adjoint of what nobody asked for", zero_b[0], 0.5, 1e-15, 1);
  return check::finish();
}
