// A whole power of a negative number: its derivative by the number alone exists, and so does every direction that keeps the exponent.
// RUN: rm -rf %t && mkdir %t
// RUN: %treelize %s -o %t/powers.treelize.hpp -- -std=c++20
// RUN: %FileCheck %s < %t/powers.treelize.hpp
// RUN: %cxx -I%t %s %link -o %t/run && %t/run
#include <cmath>
#include <treelize/annotations.hpp>

namespace app {

// CHECK-LABEL: struct power_kernel
// CHECK: tangent_sweep(
// CHECK: treelize::where_seeded(b_t,
TREELIZE(kernel) inline double power(double a, double b) { return std::pow(a, b); }

TREELIZE(kernel) inline double of_sum(double a, double b) { return std::pow(a - 2, b * 2 + 1) * b; }

} // namespace app

#include "powers.treelize.hpp"

#include <cassert>

int main() {
  const auto g = app::kernels::power.grad(-1.5, 3.0);
  assert(g.a == 6.75);
  assert(app::kernels::power.tangent(-1.5, 3.0, 1.0, 0.0).derivative == g.a);
  assert(std::isnan(app::kernels::power.tangent(-1.5, 3.0, 1.0, 0.5).derivative));
  const double positive = app::kernels::power.tangent(1.5, 3.0, 0.0, 1.0).derivative;
  assert(std::fabs(positive - std::pow(1.5, 3) * std::log(1.5)) < 1e-14);
  assert(app::kernels::of_sum.tangent(0.5, 1.0, 2.0, 0.0).derivative == 2 * 3 * 1.5 * 1.5);
}
