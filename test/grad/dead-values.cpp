// A value that a branch, a minimum or a later value leaves unused has a zero adjoint: where its own partial is infinite, the
// zero stays zero.
// RUN: %treelize %s -o %T/dead-values.treelize.hpp -- -std=c++20
// RUN: %FileCheck %s --input-file=%T/dead-values.treelize.hpp
// RUN: %cxx -I%T %s %link -o %t && %t
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <treelize/annotations.hpp>

namespace app {

TREELIZE(kernel) double replaced(double x) {
  double l = std::log(x), q = 1 / x;
  if (x <= 0) {
    l = 0;
    q = 0;
  }
  return l + q + x;
}

// CHECK-LABEL: struct clamped_kernel
// CHECK: static double sweep(
// CHECK: x_b += treelize::where_seeded(distance_b, distance_b * (0.5 / distance));
TREELIZE(kernel) double clamped(double x) {
  const double distance = std::sqrt(x);
  return std::max(distance, 0.1 * x + 1);
}

TREELIZE(kernel) double clampedInPlace(double x) {
  double h = std::sqrt(std::abs(x));
  h = std::max(h, 1e-3);
  return h + x;
}

TREELIZE(kernel) double chosen(double x) {
  const double root = std::sqrt(x);
  return x > 0 ? root : 3 * x;
}

// Nobody else than the sum reads it: no guard.
// CHECK-LABEL: struct used_kernel
// CHECK: static double sweep(
// CHECK-NOT: if (
// CHECK: tangent_sweep(
TREELIZE(kernel) double used(double x) {
  const double root = std::sqrt(x);
  return root * root * x;
}

} // namespace app

#include "dead-values.treelize.hpp"

int failures = 0;

template <class Kernel> void is(const char* name, const Kernel& kernel, double x, double want) {
  const double adjoint = kernel.grad(x).x, tangent = kernel.tangent(x, 1.0).derivative;
  if (std::fabs(adjoint - want) < 1e-14 && std::fabs(tangent - want) < 1e-14)
    return;
  std::printf("%s: adjoint %g, tangent %g, expected %g\n", name, adjoint, tangent, want);
  ++failures;
}

int main() {
  using namespace app::kernels;
  is("replaced", replaced, 0, 1);
  is("replaced", replaced, 2, 1.25);
  is("clamped", clamped, 0, 0.1);
  is("clamped", clamped, 4, 0.25);
  is("clampedInPlace", clampedInPlace, 0, 1);
  is("clampedInPlace", clampedInPlace, -4, 0.75);
  is("chosen", chosen, 0, 3);
  is("used", used, 4, 8);
  return failures;
}
