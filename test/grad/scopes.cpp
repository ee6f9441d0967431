// A scalar that every iteration sets before it reads it, and that nobody reads afterwards, is the iteration's own.
// RUN: %treelize %s -o %T/scopes.treelize.hpp -- -std=c++20 -I%S/../Inputs
// RUN: %FileCheck %s --input-file=%T/scopes.treelize.hpp
// RUN: %cxx -I%S/../Inputs -I%T %s %link -o %t && %t
// RUN: %treelize %s -o - --disable-pass=scopes -- -std=c++20 -I%S/../Inputs | %FileCheck %s --check-prefix=OFF
#include <GradientCheck.h>
#include <treelize/annotations.hpp>

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

} // namespace app

#include "scopes.treelize.hpp"

int main() {
  for (const std::vector<double>& x : {std::vector{0.9, -0.3, 0.4}, std::vector{-0.5, 0.2, -0.4}}) {
    check::scalar("outside", app::kernels::outside, x);
    check::scalar("carried", app::kernels::carried, x);
  }
  return check::finish();
}
