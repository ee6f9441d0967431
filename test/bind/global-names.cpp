// Kernels of the global namespace have the names of what their objects hold.
// RUN: %treelize %s -o %T/global-names.treelize.hpp -- -std=c++20 -I%S/../Inputs
// RUN: %allcxx -I%T -I%S/../Inputs %s -fsyntax-only
// RUN: %cxx -I%S/../Inputs -I%T %s %link -o %t && %t
#include <GradientCheck.h>
#include <treelize/annotations.hpp>

TREELIZE(kernel) double gradient(double a, double b) { return a * a * b; }
TREELIZE(kernel) double signature(double a, double b) { return a * b * b; }
TREELIZE(kernel) double adjoint(double a, double b) { return a + b * b; }
TREELIZE(kernel) double sweep(double a, double b) { return a * a - b; }

#include "global-names.treelize.hpp"

int main() {
  check::numbers("gradient", kernels::gradient, 0.7, 1.3);
  check::numbers("signature", kernels::signature, 0.7, 1.3);
  check::numbers("adjoint", kernels::adjoint, 0.7, 1.3);
  check::numbers("sweep", kernels::sweep, 0.7, 1.3);
  return check::finish();
}
