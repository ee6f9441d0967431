// What one run of a block overwrites goes to the tape as one record, at the end of the block.
// RUN: %treelize %s -o %T/records.treelize.hpp -- -std=c++20 -I%S/../Inputs
// RUN: %FileCheck %s --input-file=%T/records.treelize.hpp
// RUN: %cxx -I%S/../Inputs -I%T %s %link -o %t && %t
// RUN: %treelize %s -o - --disable-pass=records -- -std=c++20 -I%S/../Inputs | %FileCheck %s --check-prefix=OFF
#include <GradientCheck.h>
#include <treelize/annotations.hpp>

namespace app {

// CHECK-LABEL: struct rotated_kernel
// CHECK: static double turn_forward(
// CHECK: const double a_old = a;
// CHECK: const double b_old = b;
// CHECK: tape.push({{.*}}a_old, b_old);
// CHECK: static void turn_reverse(
// CHECK: tape.pop(b_old, a_old{{.*}});
// CHECK: a = a_old;
// OFF-LABEL: struct rotated_kernel
// OFF: static double turn_forward(
// OFF: tape.push(a);
// OFF-NEXT: a =
inline double turn(double& a, double& b, int n) {
  const double c = 0.5 * a;
  a = std::sin(a * b);
  b = b * c + a;
  return n == 0 ? a * b : turn(a, b, n - 1) * c;
}
TREELIZE(kernel) double rotated(std::span<const double> x, int n) {
  double a = x[0], b = x[1];
  return turn(a, b, n) + a * b;
}

// In branches of loops, of many values, of several types, with a tape within.
TREELIZE(kernel) double mixed(std::span<const double> x, int n) {
  double a = x[0], b = x[1], c = 1, d = 0.5;
  float f = 0.25f;
  int k = 0;
  bool odd = false;
  for (int i = 0; i < n; ++i) {
    if (odd) {
      a = a * b;
      b = std::sin(b + a * c);
      c = c * a + d;
      d = d * c;
      f = f * static_cast<float>(0.5);
      k = (k * 5 + 3) % 4;
    }
    for (int j = 0; j <= i % 2; ++j)
      d = d * x[static_cast<std::size_t>(k) % x.size()];
    a = a + d * f;
    odd = !odd;
  }
  return a * b + c * d;
}

// More than one record, and arrays among the numbers.
TREELIZE(kernel) double many(std::span<const double> x, int n) {
  double v[6] = {x[0], x[1], 0.1, 0.2, 0.3, 0.4};
  double a = 1, b = 2, c = 3, d = 4, e = 5, f = 6, g = 7, h = 8;
  int i = 0;
  while (i < n) {
    a = a * x[0] + h;
    b = b * a * 0.1;
    c = std::sin(c * b);
    d = d * c;
    e = std::cos(e * d);
    f = f * e;
    g = std::sin(g + f);
    h = h * g;
    for (int j = 0; j < 6; ++j)
      v[j] = v[j] * h * 0.1 + a;
    a = std::sin(a);
    b = std::sin(b);
    c = std::sin(c + v[2]);
    d = std::sin(d);
    e = std::sin(e);
    f = std::sin(f);
    g = std::sin(g);
    h = std::sin(h + v[5]);
    i += 1 + (a > 2 ? 1 : 0);
  }
  return a * b + c * d + e * f + g * h;
}

} // namespace app

#include "records.treelize.hpp"

int main() {
  using namespace app::kernels;
  const std::vector<double> x{0.9, -0.3, 0.4};
  check::scalar("rotated", rotated, x, 3);
  check::scalar("mixed", mixed, x, 7);
  check::scalar("many", many, x, 4);
  check::scalar("rotated far", rotated, x, 4000); // over the edges of the tape's blocks
  return check::finish();
}
