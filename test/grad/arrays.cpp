// What an innermost loop saves goes to an array of exactly its trips, indexed by them; the stack is for the rest.
// RUN: %treelize %s -o %T/arrays.treelize.hpp -- -std=c++20 -I%S/../Inputs
// RUN: %FileCheck %s --input-file=%T/arrays.treelize.hpp
// RUN: %cxx -I%S/../Inputs -I%T %s %link -o %t && %t
// RUN: %treelize %s -o - --disable-pass=arrays --disable-pass=rooms -- -std=c++20 -I%S/../Inputs | %FileCheck %s --check-prefix=OFF
// OFF-NOT: tape.take
#include <GradientCheck.h>
#include <treelize/annotations.hpp>

namespace app {

// CHECK-LABEL: struct product_kernel
// CHECK: static double sweep(
// CHECK: treelize::room<double> product_old(x.size() > 1 ? x.size() - 1 : 0);
// CHECK: product_old[i] = product;
// CHECK-NEXT: product = product * x[i + 1];
// CHECK: const double product2 = product_old[i];
TREELIZE(kernel) double product(std::span<const double> x) {
  double product = x[0];
  for (std::size_t i = 0; i + 1 < x.size(); ++i)
    product = product * x[i + 1];
  return product;
}

// Steps, bounds from below, loops that never run, and arrays within arrays.
// CHECK-LABEL: struct triangle_kernel
// CHECK: tape.take<double>(treelize::trip_count<int>(i, n, 2));
// CHECK: p_old[(j - i) / 2] = p;
TREELIZE(kernel) double triangle(std::span<const double> x) {
  const int n = static_cast<int>(x.size());
  double sum = 0;
  for (int i = -1; i < n + 2; ++i) {
    if (i < 0)
      continue;
    double p = 1;
    for (int j = i; j < n; j += 2)
      p = p * x[j] + 0.1 * p;
    sum = sum * p + x[i % n];
  }
  return sum;
}

// Two values each iteration, one of them under a condition: that one stays on the stack.
TREELIZE(kernel) double conditional(std::span<const double> x) {
  double a = 1, b = 1;
  for (std::size_t i = 0; i < x.size(); ++i) {
    if (x[i] > 0.5)
      a = a * x[i];
    b = std::sin(a * b + x[i]);
  }
  return a * b;
}

TREELIZE(kernel) double backwards(std::span<const double> x) {
  double a = 1;
  bool isOdd = false;
  for (std::size_t i = x.size(); i-- > 0;) {
    a = isOdd ? a * x[i] : a + x[i] * x[i];
    isOdd = !isOdd;
  }
  return a;
}

} // namespace app

#include "arrays.treelize.hpp"

int main() {
  for (const std::vector<double>& x : {std::vector{0.9}, std::vector{0.9, -0.3, 0.4}, std::vector{0.9, -0.3, 0.4, 0.7, 1.1}}) {
    check::scalar("product", app::kernels::product, x);
    check::scalar("triangle", app::kernels::triangle, x);
    check::scalar("conditional", app::kernels::conditional, x);
    check::scalar("backwards", app::kernels::backwards, x);
  }
  return check::finish();
}
