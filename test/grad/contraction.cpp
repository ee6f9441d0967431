// An array of which each iteration of a loop uses one element, its own, is a local of the iteration.
// RUN: %treelize %s -o %T/contraction.treelize.hpp -- -std=c++20 -I%S/../Inputs
// RUN: %FileCheck %s --input-file=%T/contraction.treelize.hpp
// RUN: %cxx -I%S/../Inputs -I%T %s %link -o %t && %t
// RUN: %treelize %s -o - --disable-pass=contraction -- -std=c++20 -I%S/../Inputs | %FileCheck %s --check-prefix=OFF
#include <GradientCheck.h>
#include <treelize/annotations.hpp>

#include <cmath>

namespace app {

// CHECK-LABEL: struct energy_kernel
// CHECK: static double sweep(
// CHECK-NOT: std::vector<double> moved_b
// CHECK: double moved_b =
// CHECK-NOT: moved_b[
// CHECK: tangent_sweep(
// OFF-LABEL: struct energy_kernel
// OFF: std::vector<double> moved_b(x.size());
TREELIZE(kernel) double energy(std::span<const double> x, int rounds) {
  std::vector<double> moved(x.size()), force(x.size());
  double sum = 0;
  for (int r = 0; r < rounds; ++r) {
    for (std::size_t i = 0; i < x.size(); ++i)
      moved[i] = x[i] * (x[0] + r);
    for (std::size_t i = 0; i < x.size(); ++i)
      force[i] = std::sin(moved[i]) * moved[i];
    for (std::size_t i = 0; i < x.size(); ++i)
      sum += force[i] * force[x.size() - 1 - i];
  }
  return sum;
}

// Another one's element, what outlives the loop, and what the next round finds: these are arrays.
TREELIZE(kernel) double kept(std::span<const double> x, int rounds) {
  double a[3]{}, b[3]{}, c[3]{}, sum = 0;
  for (int r = 0; r < rounds; ++r)
    for (int i = 0; i < 3; ++i) {
      a[i] += x[i] * sum;
      b[i] = x[i] * a[i];
      c[i] = b[i] + (i > 0 ? c[i - 1] : 0.0);
      sum += std::sin(a[i] * c[i]);
    }
  return sum * b[1];
}

} // namespace app

#include "contraction.treelize.hpp"

int main() {
  const std::vector<double> x{0.9, -0.3, 0.4, 0.7};
  check::scalar("energy", app::kernels::energy, x, 2);
  check::scalar("energy", app::kernels::energy, x, 0);
  check::scalar("kept", app::kernels::kept, x, 3);
  return check::finish();
}
