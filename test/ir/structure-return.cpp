// Returns become branches; one inside a loop clears a flag that the loop tests.
// RUN: %treelize %s -o %t --dump-after=structure -- -std=c++20 | %FileCheck %s
#include <treelize/annotations.hpp>
#include <span>

TREELIZE(kernel) double guard(double x) {
  if (x < 0)
    return 0;
  return x * x;
}
// CHECK-LABEL: kernel guard
// CHECK: if x < 0.0
// CHECK-NEXT: result = 0.0
// CHECK-NEXT: else
// CHECK-NEXT: result = x * x

TREELIZE(kernel) double find(std::span<const double> x) {
  for (int i = 0; i < 8; ++i)
    if (x[i] > 1)
      return x[i];
  return 0;
}
// CHECK-LABEL: kernel find
// CHECK: let pending: bool = true
// CHECK: while pending && i < 8
// CHECK: result = x[i]
// CHECK-NEXT: pending = false
// CHECK: if pending
// CHECK-NEXT: i += 1
