// A local is not saved if an element that is kept anyway holds its value.
// RUN: %treelize %s -o %T/copies.treelize.hpp -- -std=c++20 -I%S/../Inputs
// RUN: %FileCheck %s --input-file=%T/copies.treelize.hpp
// RUN: %cxx -I%S/../Inputs -I%T %s %link -o %t && %t
// RUN: %treelize %s -o - --disable-pass=copies -- -std=c++20 -I%S/../Inputs | %FileCheck %s --check-prefix=OFF
#include <GradientCheck.h>
#include <treelize/annotations.hpp>

#include <cmath>

namespace app {

// CHECK-LABEL: struct weights_kernel
// CHECK: static double sweep(
// CHECK-NOT: exp_value_kept
// CHECK: const double exp_value = e[i];
// CHECK: tangent_sweep(
// OFF-LABEL: struct weights_kernel
// OFF: static double sweep(
// OFF: exp_value_kept
TREELIZE(kernel) double weights(std::span<const double> x) {
  std::vector<double> e(x.size());
  for (std::size_t i = 0; i < x.size(); ++i)
    e[i] = std::exp(x[i] * x[0]);
  double sum = 0;
  for (std::size_t i = 0; i < x.size(); ++i)
    sum += e[i] * e[i] * x[i];
  return sum;
}

// The element changes again, in the same iteration or in the next one, or is reached by another index then.
// CHECK-LABEL: struct changes_kernel
// CHECK: static double sweep(
// CHECK: exp_value_kept
TREELIZE(kernel) double changes(std::span<const double> x) {
  std::vector<double> e(x.size());
  double sum = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    e[i] = std::exp(x[i] * x[0]);
    e[0] = e[0] * x[i];
    sum += e[i] * e[0];
  }
  return sum;
}

TREELIZE(kernel) double again(std::span<const double> x) {
  std::vector<double> e(x.size());
  double sum = 0;
  int at = 0;
  for (int k = 0; k < 3; ++k)
    for (std::size_t i = 0; i < x.size(); ++i) {
      e[at] = std::exp(0.3 * x[i] * x[k]);
      sum = std::sin(sum + e[at] * e[at]);
      at = (at + 1) % 2;
    }
  return sum * e[0] * e[1];
}

} // namespace app

#include "copies.treelize.hpp"

int main() {
  const std::vector<double> x{0.9, -0.3, 0.4, -1.2};
  check::scalar("weights", app::kernels::weights, x);
  check::scalar("changes", app::kernels::changes, x);
  check::scalar("again", app::kernels::again, x);
  return check::finish();
}
