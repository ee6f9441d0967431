// What does not depend on an independent has no shadow.
// RUN: %treelize %s -o - -- -std=c++20 | %FileCheck %s
#include <treelize/annotations.hpp>

TREELIZE(kernel, wrt = (x)) double scaled(double x, double y) {
  const double factor = y * y;
  return x * factor;
}
// CHECK: static double sweep(double x, double y, double seed, double& x_b)
// CHECK-NOT: factor_b
// CHECK: x_b += seed * factor;
