// The versions of an array that each iteration of a loop makes anew stand beside each other: nothing is saved or put
// back. The values are checked in test/exec/programs/histories.cpp.
// RUN: %treelize %s -o %T/histories.treelize.hpp --report=text -- -std=c++20 -I%S/../Inputs > %T/histories.txt
// RUN: %FileCheck %s --input-file=%T/histories.treelize.hpp
// RUN: %FileCheck %s --input-file=%T/histories.txt --check-prefix=REPORT
// RUN: %allcxx -fsyntax-only -I%S/../Inputs -I%T %s
// RUN: %cxx -fsanitize=address,undefined -I%S/../Inputs -I%T %s %link -o %t && %t
// RUN: %treelize %s -o - --disable-pass=histories -- -std=c++20 -I%S/../Inputs | %FileCheck %s --check-prefix=OFF
// OFF-NOT: u_row
#include <treelize/check_gradient.hpp>
#include <treelize/annotations.hpp>

#include <cmath>
#include <utility>
#include <vector>

namespace app {

// The ends, which nobody writes, are copied from row to row.
// CHECK-LABEL: struct turns_kernel
// CHECK: static double sweep(
// CHECK: treelize::room<double> u_rows(
// CHECK: for (int t = 0; t < steps; ++t) {
// CHECK-NEXT: double* const next_before = treelize::row(u_rows, t, x.size());
// CHECK-NEXT: double* const u_row = treelize::row(u_rows, t + 1, x.size());
// CHECK-NEXT: double* const next_row = treelize::row(u_rows, t + 2, x.size());
// CHECK: next_row[at] = next_before[at];
// CHECK: next_row[i] = u_row[i - 1] * u_row[i + 1];
// CHECK-NOT: std::swap(u, next)
// CHECK: for (int t = steps; t-- > 0;) {
// CHECK-NEXT: double* const u_row = treelize::row(u_rows, t + 1, x.size());
// CHECK-NEXT: std::swap(u_b, next_b);
// CHECK-NOT: u_old
// CHECK: tangent_sweep(
// REPORT-LABEL: turns
// REPORT: u {{.*}}each iteration makes a new version, and the derivative of {{.*}} reads it
TREELIZE(kernel) double turns(const std::vector<double>& x, int steps) {
  std::vector<double> u = x, next = x;
  for (int t = 0; t < steps; ++t) {
    for (std::size_t i = 1; i + 1 < x.size(); ++i)
      next[i] = u[i - 1] * u[i + 1];
    std::swap(u, next);
  }
  double sum = 0;
  for (double e : u)
    sum += e * e;
  return sum;
}

// In place: the maker reads the old version and sets the new one.
// CHECK-LABEL: struct place_kernel
// CHECK: static double sweep(
// CHECK: double* const u_before = treelize::row(u_rows, t, x.size());
// CHECK-NEXT: double* const u_row = treelize::row(u_rows, t + 1, x.size());
// CHECK-NOT: if
// CHECK: u_row[i] = u_before[i] - 0.1 * {{.*}}u_before[i]
// CHECK: tangent_sweep(
TREELIZE(kernel) double place(const std::vector<double>& x, int steps) {
  std::vector<double> u = x;
  for (int t = 0; t < steps; ++t)
    for (std::size_t i = 0; i < u.size(); ++i)
      u[i] -= 0.1 * u[i] * u[i];
  double sum = 0;
  for (double e : u)
    sum += e;
  return sum;
}

// What depends on the neighbours' new values has no old version to look at, and what sets a part of the array only would be
// copied again and again.
// CHECK-LABEL: struct others_kernel
// CHECK: static double sweep(
// CHECK-NOT: _row
// CHECK: tangent_sweep(
TREELIZE(kernel) double others(const std::vector<double>& x, int steps) {
  std::vector<double> u = x, v = x, w = x, next = x;
  for (int t = 0; t < steps; ++t) {
    for (std::size_t i = 1; i < x.size(); ++i)
      u[i] = u[i] * u[i - 1];
    for (int i = 0; i < t; ++i)
      v[i] *= v[i];
    for (int i = 0; i < 2; ++i)
      next[i] = w[i] * w[i];
    std::swap(w, next);
  }
  double sum = 0;
  for (std::size_t i = 0; i < x.size(); ++i)
    sum += u[i] * v[i] * w[i];
  return sum;
}

} // namespace app

#include "histories.treelize.hpp"

int main() {
  const std::vector<double> x{0.4, 0.9, 0.7, 0.6, 0.8};
  int failures = 0;
  const auto check = [&](const auto& kernel, auto... args) {
    failures += !treelize::check_gradient(kernel, args...).passed();
  };
  for (int steps : {0, 1, 4}) {
    check(app::kernels::turns, x, steps);
    check(app::kernels::place, x, steps);
    check(app::kernels::others, x, steps);
  }
  return failures;
}
