// A gradient that was generated before is code like any other: a kernel that takes steps along it has a derivative.
// RUN: rm -rf %t && mkdir %t
// RUN: %treelize %S/../../Inputs/potential.h -o %t/potential.treelize.hpp -- -xc++ -std=c++20
// RUN: %treelize %s -o %t/gradients-inside.treelize.hpp -- -std=c++20 -I%t -I%S/../../Inputs
// RUN: %FileCheck %s --input-file=%t/gradients-inside.treelize.hpp
// RUN: %cxx -std=c++20 -Wall -Wextra -Werror -Wno-attributes -I%t -I%S/../../Inputs %s %link -o %t/run && %t/run
#include "potential.treelize.hpp"
#include <span>

namespace app {

// CHECK: struct landing_kernel {
TREELIZE(kernel) double landing(double w, double speed) {
  std::array<double, 2> x{0, 8}, v{speed, 0};
  for (int k = 0; k < 40 && x[1] > 0; ++k) {
    const auto slope = lib::kernels::potential.grad(x, w);
    for (int i = 0; i < 2; ++i) {
      x[i] += 0.1 * v[i];
      v[i] -= 0.1 * slope.x[i];
    }
  }
  return x[0] * x[0] + x[1];
}

// CHECK: struct relaxed_kernel {
TREELIZE(kernel) double relaxed(std::span<const double> start) {
  std::vector<double> x(start.begin(), start.end());
  const double k = 0.7 + start[0];
  for (int step = 0; step < 3; ++step) {
    const auto slope = lib::kernels::energy.value_and_grad(x, k);
    for (std::size_t i = 0; i < x.size(); ++i)
      x[i] -= 0.1 * slope.grad.x[i] * slope.value;
  }
  return x[0] * x[1] + k * x[2];
}

} // namespace app

#include "gradients-inside.treelize.hpp"

#include <GradientCheck.h>

int main() {
  check::numbers("landing", app::kernels::landing, 0.5, 0.75);
  check::scalar("relaxed", app::kernels::relaxed, {0.4, -0.3, 0.8});
  return check::finish();
}
