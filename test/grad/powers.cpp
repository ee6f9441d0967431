// A power to a small whole number that a derivative asks for is a product; of any other one the slope is told the
// value, and calls nothing.
// RUN: %treelize %s -o %T/powers.treelize.hpp -- -std=c++20 -I%S/../Inputs
// RUN: %FileCheck %s --input-file=%T/powers.treelize.hpp
// RUN: %cxx -I%S/../Inputs -I%T %s %link -o %t && %t
#include <GradientCheck.h>
#include <treelize/annotations.hpp>

#include <cmath>

namespace app {

// CHECK-LABEL: struct fourth_kernel
// CHECK: static double sweep(
// CHECK: pow_value_b * (4.0 * (x * x * x))
TREELIZE(kernel) double fourth(double x, double y) {
  return std::pow(x, 4.0) + x * y;
}

// CHECK-LABEL: struct ninth_kernel
// CHECK: static double sweep(
// CHECK: treelize::pow_slope(x, 9.0, pow_value)
TREELIZE(kernel) double ninth(double x, double y) {
  return std::pow(x, 9.0) * y;
}

// CHECK-LABEL: struct inverse_kernel
// CHECK: static double sweep(
// CHECK: treelize::pow_slope(x, -2.0, pow_value)
TREELIZE(kernel) double inverse(double x, double y) {
  return std::pow(x, -2.0) * y;
}

// CHECK-LABEL: struct any_kernel
// CHECK: static double sweep(
// CHECK: x_b += {{.*}}treelize::pow_slope(x, y, pow_value)
// CHECK: tangent_sweep(
TREELIZE(kernel) double any(double x, double y) {
  return std::pow(x, y) * y;
}

} // namespace app

#include "powers.treelize.hpp"

int main() {
  for (const double x : {0.7, -1.3}) {
    check::numbers("fourth", app::kernels::fourth, x, 0.4);
    check::numbers("ninth", app::kernels::ninth, x, 0.4);
    check::numbers("inverse", app::kernels::inverse, x, 0.4);
  }
  check::numbers("any", app::kernels::any, 0.7, 0.4);
  return check::finish();
}
