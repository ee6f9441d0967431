// A sum that nobody reads while it grows is not saved: no tape at all.
// RUN: %treelize %s -o - -- -std=c++20 | %FileCheck %s
#include <treelize/annotations.hpp>
#include <span>

TREELIZE(kernel) double norm(std::span<const double> x) {
  double sum = 0;
  for (double v : x)
    sum += v * v;
  return sum;
}
// CHECK: static double sweep(
// CHECK-NOT: tape
// CHECK: x_b[i] += sum_b * (2.0 * x[i]);
// CHECK-NOT: tape
// CHECK: return result;
