// Loops that only spread the seed of what was not chosen are skipped.
// RUN: %treelize %s -o %T/zeros.treelize.hpp -- -std=c++20 -I%S/../Inputs
// RUN: %FileCheck %s --input-file=%T/zeros.treelize.hpp
// RUN: %cxx -I%S/../Inputs -I%T %s %link -o %t && %t
// RUN: %treelize %s -o - --disable-pass=zeros -- -std=c++20 -I%S/../Inputs | %FileCheck %s --check-prefix=OFF
#include <GradientCheck.h>
#include <algorithm>
#include <treelize/annotations.hpp>

namespace app {

// CHECK-LABEL: struct shorter_kernel
// CHECK: static double sweep(
// CHECK: if (squares_b != 0.0) {
// CHECK-NEXT: const std::size_t bound = x.size();
// CHECK-NEXT: TREELIZE_INDEPENDENT
// CHECK-NEXT: for (
// OFF-LABEL: struct shorter_kernel
// OFF-NOT: if (squares_b != 0.0) {
// OFF: static treelize::tangent_result
TREELIZE(kernel) double shorter(std::span<const double> x) {
  double squares = 0, fourth = 0;
  for (std::size_t i = 0; i < x.size(); ++i)
    squares += (x[i] - 1) * (x[i] - 1);
  for (std::size_t i = 0; i < x.size(); ++i)
    fourth += x[i] * x[i] * x[i] * x[i];
  return std::min(squares, fourth);
}

// What a rectifier does not let through.
// CHECK-LABEL: struct rectified_kernel
// CHECK: static double sweep(
// CHECK: double s_b = 0.0;
// CHECK-NEXT: if (s > 0.0) {
// CHECK: if (s_b != 0.0) {
// CHECK: for (
// OFF-LABEL: struct rectified_kernel
// OFF-NOT: if (s_b != 0.0) {
// OFF: static treelize::tangent_result
TREELIZE(kernel) double rectified(std::span<const double> x) {
  double sum = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    double s = x[i] * x[0];
    for (std::size_t j = 0; j < x.size(); ++j)
      s += x[j] * x[i] * x[j];
    sum += s > 0 ? s * s : 0.0;
  }
  return sum;
}

// The loop does more than spread the seed.
TREELIZE(kernel) double also(std::span<const double> x) {
  double best = 0, other = 1;
  for (std::size_t c = 0; c < x.size(); ++c) {
    double value = 0;
    for (std::size_t i = 0; i < x.size(); ++i) {
      value += x[c] * x[i];
      other += x[i] * value;
    }
    best = std::max(best, value);
  }
  return best * other;
}

} // namespace app

#include "zeros.treelize.hpp"

int main() {
  check::scalar("shorter", app::kernels::shorter, {0.9, -0.3, 0.4});
  check::scalar("shorter", app::kernels::shorter, {0.9, 0.8, 2.4});
  check::scalar("rectified", app::kernels::rectified, {0.9, -0.3, 0.4});
  check::scalar("also", app::kernels::also, {0.9, -0.3, 0.4});
  return check::finish();
}
