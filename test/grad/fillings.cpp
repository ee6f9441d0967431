// A scratch array that an iteration fills several times is as many arrays: no filling saves what the last one left.
// RUN: %treelize %s -o %T/fillings.treelize.hpp -- -std=c++20 -I%S/../Inputs
// RUN: %FileCheck %s --input-file=%T/fillings.treelize.hpp
// RUN: %cxx -I%S/../Inputs -I%T %s %link -o %t && %t
// RUN: %treelize %s -o - --disable-pass=splitting -- -std=c++20 -I%S/../Inputs | %FileCheck %s --check-prefix=OFF
#include <GradientCheck.h>
#include <treelize/annotations.hpp>

#include <cmath>

namespace app {

// CHECK-LABEL: struct twice_kernel
// CHECK: static double sweep(
// CHECK-NOT: scratch_old
// CHECK: scratch2{{.*}}[i] = sin_value;
// CHECK-NOT: scratch_old
// CHECK: tangent_sweep(
// OFF-LABEL: struct twice_kernel
// OFF: scratch_old
TREELIZE(kernel) double twice(std::span<const double> x) {
  const std::size_t n = x.size();
  std::vector<double> state(n, 0.5), scratch(n);
  for (int step = 0; step < 3; ++step) {
    for (std::size_t i = 0; i < n; ++i)
      scratch[i] = state[i] * x[i];
    for (std::size_t i = 0; i < n; ++i)
      state[i] += scratch[i] * scratch[n - 1 - i];
    for (std::size_t i = 0; i < n; ++i)
      scratch[i] = std::sin(state[i] * x[0]);
    for (std::size_t i = 1; i < n; ++i)
      state[i] += scratch[i] * scratch[i - 1];
  }
  return state[0] * state[n - 1];
}

// The second filling reads the first, or leaves elements as they were, or the next iteration reads them: one array.
// CHECK-LABEL: struct once_kernel
// CHECK-NOT: scratch2
TREELIZE(kernel) double once(std::span<const double> x) {
  const std::size_t n = x.size();
  std::vector<double> scratch(n), partial(n), carried(n);
  double sum = 1;
  for (int step = 0; step < 2; ++step) {
    for (std::size_t i = 0; i < n; ++i)
      scratch[i] = x[i] * sum;
    for (std::size_t i = 0; i < n; ++i)
      scratch[i] = scratch[i] * scratch[i];
    for (std::size_t i = 0; i < n; ++i)
      partial[i] = scratch[i] + x[i];
    for (std::size_t i = 1; i < n; ++i)
      partial[i] = x[i] * partial[0];
    for (std::size_t i = 0; i < n; ++i)
      sum += carried[i] * partial[i];
    for (std::size_t i = 0; i < n; ++i)
      carried[i] = x[i] * partial[i];
  }
  return sum;
}

} // namespace app

#include "fillings.treelize.hpp"

int main() {
  for (const std::vector<double>& x : {std::vector{0.9, -0.3, 0.4}, std::vector{-0.5, 0.2, -0.4, 0.6}}) {
    check::scalar("twice", app::kernels::twice, x);
    check::scalar("once", app::kernels::once, x);
  }
  return check::finish();
}
