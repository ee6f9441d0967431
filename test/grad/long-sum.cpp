// An expression of five thousand terms, deeper than an ordinary stack.
// RUN: %treelize %s -o %t.hpp -- -std=c++20
// RUN: %FileCheck %s < %t.hpp
#include <treelize/annotations.hpp>

namespace app {

#define TEN(x) x + x + x + x + x + x + x + x + x + x
#define THOUSAND(x) TEN(TEN(TEN(x)))

// CHECK-LABEL: static double sweep(double x, double y, double seed, double& x_b, double& y_b)
// CHECK-COUNT-1990: x_b += seed * y;
TREELIZE(kernel) inline double sum(double x, double y) {
  return THOUSAND(x * y) + THOUSAND(y) + THOUSAND(x * y) + THOUSAND(y) + THOUSAND(x);
}

} // namespace app
