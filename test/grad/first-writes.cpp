// What an element of a local array held before its first value is nobody's: nothing saves it.
// RUN: %treelize %s -o %T/first-writes.treelize.hpp -- -std=c++20 -I%S/../Inputs
// RUN: %FileCheck %s --input-file=%T/first-writes.treelize.hpp
// RUN: %cxx -O2 -I%S/../Inputs -I%T %s %link -o %t && %t
#include <GradientCheck.h>
#include <treelize/annotations.hpp>

namespace app {

// CHECK-LABEL: struct filled_kernel
// CHECK: static double sweep(
// CHECK: a[1] = a[0] * x[1];
// CHECK-NOT: _old
// CHECK: tangent_sweep(
TREELIZE(kernel) double filled(std::span<const double> x) {
  double a[2];
  a[0] = x[0];
  a[1] = a[0] * x[1];
  return a[0] * a[1];
}

// The second value of an element destroys the first one.
// CHECK-LABEL: struct replaced_kernel
// CHECK: static double sweep(
// CHECK: a[0] = x[0] * x[1];
// CHECK-NEXT: a[1] = a[0] * a[0];
// CHECK-NEXT: const double a_old = a[0];
// CHECK-NEXT: a[0] = a[1] * x[0];
TREELIZE(kernel) double replaced(std::span<const double> x) {
  double a[2];
  a[0] = x[0] * x[1];
  a[1] = a[0] * a[0];
  a[0] = a[1] * x[0];
  return a[0] * a[1];
}

// A loop may have been there before; a branch gives one element its value and says nothing of the other.
// CHECK-LABEL: struct reached_kernel
// CHECK: static double sweep(
// CHECK: const double a_old = a[1];
// CHECK-NEXT: a[1] = a[0] * a[1] * x[1];
// CHECK: if (x[0] > 0.0) {
// CHECK-NEXT: b[0] = a[1] * a[2];
// CHECK: b[0] = a[0];
// CHECK-NEXT: }
// CHECK-NEXT: b[1] = b[0] * b[0];
// CHECK-NEXT: const double b_old = b[0];
TREELIZE(kernel) double reached(std::span<const double> x) {
  double a[3];
  for (int i = 0; i < 3; ++i)
    a[i] = x[0] * (i + 1);
  a[1] = a[0] * a[1] * x[1];
  double b[2];
  if (x[0] > 0)
    b[0] = a[1] * a[2];
  else
    b[0] = a[0];
  b[1] = b[0] * b[0];
  b[0] = b[1] * a[2];
  return b[0] * b[1] * a[1];
}

// One element under two names, and one that the last iteration left.
TREELIZE(kernel) double renamed(std::span<const double> x) {
  double a[2];
  a[0] = x[0];
  a[1] = a[0] * x[1];
  double c = a[1] * a[1];
  a[1u] = c * a[0] * a[1];
  return a[0] * a[1] * c;
}

TREELIZE(kernel) double again(std::span<const double> x) {
  double a[2];
  double s = 0;
  for (int i = 0; i < 3; ++i) {
    if (i > 0)
      s += a[0] * a[1] * x[0];
    a[0] = x[0] + i;
    switch (i) {
    case 0:
      a[1] = x[1];
      break;
    case 1:
      s += a[1] * a[1];
      a[1] = a[0] * a[0];
      [[fallthrough]];
    default:
      a[1] *= a[0] * a[1];
    }
  }
  return s * a[1];
}

} // namespace app

#include "first-writes.treelize.hpp"

int main() {
  using namespace app::kernels;
  const std::vector<double> x{1.3, 0.7};
  check::scalar("filled", filled, x);
  check::scalar("replaced", replaced, x);
  check::scalar("reached", reached, x);
  check::scalar("renamed", renamed, x);
  check::scalar("again", again, x);
  return check::finish();
}
