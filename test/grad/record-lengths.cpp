// Of a vector of plain records that a loop makes anew the length alone tells the shape: it is not saved for that.
// RUN: %treelize %s -o %T/record-lengths.treelize.hpp -- -std=c++20 -I%S/../Inputs
// RUN: %FileCheck %s --input-file=%T/record-lengths.treelize.hpp
// RUN: %cxx -fsanitize=address,undefined -I%S/../Inputs -I%T %s %link -o %t && %t
#include <GradientCheck.h>
#include <treelize/annotations.hpp>

namespace app {

struct Force {
  double push[2];
  double turn;
  int count;
};

// Not zero when it is new.
struct Scaled {
  double value, scale = 2;
};

// Sums, whose values nobody asks for again.
// CHECK-LABEL: struct pushed_kernel
// CHECK: static double sweep(
// CHECK: for (int s = 0; s < n; ++s) {
// CHECK-NOT: tape.push(forces
// CHECK: for (int s = n; s-- > 0;) {
// CHECK: std::vector<app::Force> forces_b(
// CHECK-NOT: zeros_like(forces
// CHECK: tangent_sweep(
TREELIZE(kernel) double pushed(std::span<const double> x, int n) {
  std::vector<double> y(x.begin(), x.end());
  for (int s = 0; s < n; ++s) {
    std::vector<Force> forces(y.size());
    for (std::size_t i = 0; i < y.size(); ++i) {
      const double distance = y[i] - y[(i + 1) % y.size()];
      forces[i].push[0] += distance * distance;
      forces[(i + 1) % y.size()].push[1] -= distance;
      forces[i].turn += y[i] * x[0];
      ++forces[i].count;
    }
    for (std::size_t i = 0; i < y.size(); ++i)
      y[i] += 0.1 * (forces[i].push[0] + forces[i].push[1] - forces[i].turn);
  }
  double sum = 0;
  for (double e : y)
    sum += e * e;
  return sum;
}

// CHECK-LABEL: struct scaled_kernel
// CHECK: static double sweep(
// CHECK: zeros_like(parts)
// CHECK: tangent_sweep(
TREELIZE(kernel) double scaled(std::span<const double> x, int n) {
  double sum = 0;
  for (int s = 0; s < n; ++s) {
    std::vector<Scaled> parts(x.size());
    for (std::size_t i = 0; i < x.size(); ++i) {
      parts[i].value = x[i] * parts[i].scale;
      parts[i].scale *= x[0];
    }
    for (std::size_t i = 0; i < x.size(); ++i)
      sum += parts[i].value * parts[i].scale;
  }
  return sum;
}

} // namespace app

#include "record-lengths.treelize.hpp"

int main() {
  for (int n : {0, 1, 4}) {
    check::scalar("pushed", app::kernels::pushed, {0.9, -0.3, 0.4}, n);
    check::scalar("scaled", app::kernels::scaled, {0.9, -0.3, 0.4}, n);
  }
  return check::finish();
}
