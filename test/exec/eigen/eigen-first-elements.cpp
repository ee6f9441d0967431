// The elements of small matrices that begin without values: what comes first overwrites nothing, and is not saved.
// REQUIRES: libeigen3-dev
// RUN: %treelize %s -o %T/eigen-first-elements.treelize.hpp -- -std=c++20 %eigen -I%S/../../Inputs
// RUN: %FileCheck %s --input-file=%T/eigen-first-elements.treelize.hpp
// RUN: %cxx -O2 -I%T %eigen -I%S/../../Inputs %s %link -o %t && %t
// RUN: %clangxx -fsyntax-only -I%T %eigen -I%S/../../Inputs %s
#include <Eigen/Dense>
#include <GradientCheck.h>
#include <treelize/annotations.hpp>

namespace app {

// CHECK-LABEL: struct mixture_kernel
// CHECK: static double sweep(
// CHECK-NOT: inverse_old
// CHECK: tangent_sweep(
TREELIZE(kernel) double mixture(double x, double y, int n) {
  Eigen::Matrix2d c;
  c << 1 + x * x, 0.2, 0.2, 1;
  const Eigen::Vector2d d(y, 1);
  double sum = 0;
  for (int i = 0; i <= n; ++i) {
    c(0, 0) += x;
    sum += std::exp(-0.5 * d.dot(c.inverse() * d)) / std::sqrt(c.determinant());
  }
  return sum;
}

// CHECK-LABEL: struct partly_kernel
// CHECK: Eigen::Matrix2d m = Eigen::Matrix2d::Zero();
TREELIZE(kernel) double partly(double x, double y, int n) {
  Eigen::Matrix2d m;
  m(n % 2, 0) = x;
  m(1 - n % 2, 0) = y;
  m(n % 2, 0) *= m(1 - n % 2, 0);
  return m(0, 0) * m(1, 0);
}

} // namespace app

#include "eigen-first-elements.treelize.hpp"

int main() {
  check::same("mixture", app::mixture, app::kernels::mixture);
  check::same("partly", app::partly, app::kernels::partly);
  return check::finish();
}
