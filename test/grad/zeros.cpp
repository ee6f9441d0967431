// Loops that only spread the seed of what was not chosen are skipped, and so is what follows a branch and only spreads
// what the branch seeds.
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
// CHECK-NEXT: if (s_row[at] > 0.0) {
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

// What only a pair within reach spreads is spread where it is known to be.
// CHECK-LABEL: struct withinReach_kernel
// CHECK: static double sweep(
// CHECK: double square_b = 0.0;
// CHECK: if (!(square > 1.0)) {
// CHECK: x_b[j] +=
// CHECK: const double d_b =
// CHECK: TREELIZE_IN_ANY_ORDER(x_b_sum += d_b);
// CHECK-NEXT: x_b[j] -= d_b
// CHECK-NEXT: }
// CHECK-NEXT: }
// OFF-LABEL: struct withinReach_kernel
// OFF: static double sweep(
// OFF: if (!(square > 1.0)) {
// OFF: x_b[j] +=
// OFF: }
// OFF: const double d_b =
// OFF: static treelize::tangent_result
TREELIZE(kernel) double withinReach(std::span<const double> x) {
  double sum = 0;
  for (std::size_t i = 0; i < x.size(); ++i)
    for (std::size_t j = 0; j < x.size(); ++j) {
      const double d = x[i] - x[j], square = d * d;
      if (square > 1)
        continue;
      sum += std::exp(-square) * x[j];
    }
  return sum;
}

// One that is out of reach has a seed of its own: the tail stays.
TREELIZE(kernel) double alsoBeyond(std::span<const double> x) {
  double sum = 0;
  for (std::size_t i = 0; i < x.size(); ++i)
    for (std::size_t j = 0; j < x.size(); ++j) {
      const double d = x[i] - x[j], square = d * d, cube = square * d;
      sum += cube;
      if (square > 1)
        continue;
      sum += std::exp(-square) * x[j];
    }
  return sum;
}

} // namespace app

#include "zeros.treelize.hpp"

int main() {
  check::scalar("shorter", app::kernels::shorter, {0.9, -0.3, 0.4});
  check::scalar("shorter", app::kernels::shorter, {0.9, 0.8, 2.4});
  check::scalar("rectified", app::kernels::rectified, {0.9, -0.3, 0.4});
  check::scalar("also", app::kernels::also, {0.9, -0.3, 0.4});
  for (const std::vector<double>& x : {std::vector<double>{0.9, -0.3, 0.4, 1.7}, {5.0, 1.0}, {}}) {
    check::scalar("withinReach", app::kernels::withinReach, x);
    check::scalar("alsoBeyond", app::kernels::alsoBeyond, x);
  }
  return check::finish();
}
