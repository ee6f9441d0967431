// The arrays of all iterations are one room of their loop; where an iteration is reversed as soon as it has run, all share
// the room of one. What changes its length, or lies in a branch, stays on the tape.
// RUN: %treelize %s -o %T/rooms.treelize.hpp -- -std=c++20 -I%S/../Inputs
// RUN: %FileCheck %s --input-file=%T/rooms.treelize.hpp
// RUN: %cxx -I%S/../Inputs -I%T %s %link -o %t && %t
// RUN: %treelize %s -o - --disable-pass=rooms -- -std=c++20 -I%S/../Inputs | %FileCheck %s --check-prefix=OFF
// OFF-NOT: treelize::room
// OFF: tape.take<double>(
#include <GradientCheck.h>
#include <treelize/annotations.hpp>

namespace app {

// CHECK-LABEL: struct steps_kernel
// CHECK: static double sweep(
// CHECK-NOT: tape
// CHECK: treelize::room<double> slope_rows(treelize::product(treelize::trip_count<int>(0, n), x.size()));
// CHECK: treelize::room<double> y_old_kept(treelize::trip_count<int>(0, n));
// CHECK-NEXT: for (int step = 0; step < n; ++step) {
// CHECK-NEXT: double* const slope = treelize::row(slope_rows, step, x.size());
// CHECK: y_old_kept[step] = y_old;
// CHECK: static treelize::tangent_result<double> tangent_sweep(
TREELIZE(kernel) double steps(std::span<const double> x, int n) {
  double y = x[0];
  std::vector<double> slope(x.size());
  for (int step = 0; step < n; ++step) {
    for (std::size_t i = 0; i < x.size(); ++i)
      slope[i] = x[i] * y;
    double sum = 0;
    for (std::size_t i = 0; i < x.size(); ++i)
      sum += slope[i] * slope[i];
    y = y * std::sin(sum);
  }
  return y;
}

// CHECK-LABEL: struct shared_kernel
// CHECK: static double sweep(
// CHECK: treelize::room<double> exp_value_kept(0 < static_cast<int>(x.size()) ? x.size() : 0);
// CHECK: for (int p = 0; p < static_cast<int>(x.size()); ++p) {
// CHECK-NOT: tape
// CHECK: static treelize::tangent_result<double> tangent_sweep(
TREELIZE(kernel) double shared(std::span<const double> x) {
  double total = 0;
  for (int p = 0; p < static_cast<int>(x.size()); ++p) {
    double sum = 0;
    for (std::size_t i = 0; i < x.size(); ++i)
      sum += std::exp(x[i] * x[p]);
    total += std::log(sum);
  }
  return total;
}

// The length is the iteration's own business.
// CHECK-LABEL: struct triangle_kernel
// CHECK: static double sweep(
// CHECK: tape.take<double>(treelize::trip_count<int>(i, n));
TREELIZE(kernel) double triangle(std::span<const double> x, int n) {
  double y = 1;
  for (int i = 0; i < n; ++i) {
    double p = x[i];
    for (int j = i; j < n; ++j)
      p = p * x[j] + 0.5;
    y = std::sin(y + p);
  }
  return y;
}

// So it is where the program computes it.
TREELIZE(kernel) double growing(std::span<const double> x) {
  double y = 1;
  std::size_t length = 1;
  for (std::size_t i = 0; i < x.size(); ++i) {
    double p = 1;
    for (std::size_t j = 0; j < length; ++j)
      p = p * x[j] + 0.5 * y;
    y = std::cos(p);
    length = length % x.size() + 1;
  }
  return y;
}

// Loops within loops that go backwards by steps, and a branch of which only some iterations know.
TREELIZE(kernel) double nested(std::span<const double> x) {
  const int n = static_cast<int>(x.size());
  double y = 0.5;
  for (int i = n - 1; i >= 0; i -= 2)
    for (int k = 1; k < 6; k += 2) {
      double p = x[i];
      for (int j = 0; j < n; ++j)
        p = p * x[j] + std::sin(p);
      y = y * p + x[k % n];
      if (i > 1) {
        double q = y;
        for (int j = 0; j < k; ++j)
          q = std::sin(q * x[0]);
        y = y + q * q;
      }
    }
  return y;
}

// Rows of rows are one room with one name, and its length one product.
// CHECK-LABEL: struct cube_kernel
// CHECK: static double sweep(
// CHECK: treelize::room<double> s_old_rows{{[0-9]*}}(treelize::product(treelize::trip_count<int>(0, n),
// CHECK-NEXT: treelize::trip_count<int>(0, n),
// CHECK-NEXT: treelize::trip_count<int>(0, n)));
TREELIZE(kernel) double cube(std::span<const double> x, int n) {
  double s = x[0];
  for (int i = 0; i < n; ++i) {
    s += std::sin(s);
    for (int j = 0; j < n; ++j) {
      s += std::sin(2 * s);
      for (int k = 0; k < n; ++k)
        s += std::sin(3 * s);
    }
  }
  return s;
}

// No iteration at all: nothing is said about the length either.
TREELIZE(kernel) double unused(std::span<const double> x, int n, int length) {
  double y = x[0];
  for (int i = 0; i < n; ++i) {
    std::vector<double> v(length);
    for (int j = 0; j < length; ++j)
      v[j] = y * x[0];
    for (int j = 0; j < length; ++j)
      y += v[j] * v[j];
  }
  return y * y;
}

} // namespace app

#include "rooms.treelize.hpp"

int main() {
  using namespace app::kernels;
  const std::vector<double> x{0.9, -0.3, 0.4, 0.7};
  check::scalar("steps", steps, x, 3);
  check::scalar("no steps", steps, x, 0);
  check::scalar("shared", shared, x);
  check::scalar("triangle", triangle, x, 4);
  check::scalar("growing", growing, x);
  check::scalar("nested", nested, x);
  check::scalar("cube", cube, x, 3);
  check::scalar("unused", unused, x, 2, 3);
  check::scalar("a length below zero", unused, x, 0, -1);
  return check::finish();
}
