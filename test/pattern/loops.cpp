// A loop that real numbers end runs until no set grows, or as often as whole numbers allow.
// RUN: %treelize %s -o %T/loops.treelize.hpp -- -std=c++20 -I%S/../Inputs
// RUN: %FileCheck %s --input-file=%T/loops.treelize.hpp
// RUN: %allcxx -fsyntax-only -I%S/../Inputs -I%T %s
// RUN: %cxx -I%S/../Inputs -I%T %s %link -o %t && %t
#include <PatternCheck.h>
#include <treelize/annotations.hpp>

#include <cmath>
#include <span>
#include <vector>

namespace app {

// CHECK-LABEL: struct relax_kernel
// CHECK: static void pattern_sweep(
// CHECK: treelize::dependence::growth growth{};
// CHECK: while (growth.goes_on()) {
// CHECK: u[i] = treelize::dependence::widened(u[i], n);
TREELIZE(kernel, jacobian = sparse) void relax(std::span<const double> b, std::span<double> y) {
  std::vector<double> u(b.size());
  double change = 1;
  while (change > 1e-20) {
    change = 0;
    for (std::size_t i = 0; i < u.size(); ++i) {
      const double n = 0.25 * (b[i] + (i > 1 ? u[i - 2] : 0.0));
      change += (n - u[i]) * (n - u[i]);
      u[i] = n;
    }
  }
  for (std::size_t i = 0; i < u.size(); ++i)
    y[i] = u[i];
}

// The counter ends the loop and decides nothing else: no set grows any more long before a million steps.
// CHECK-LABEL: struct newton_kernel
// CHECK: static void pattern_sweep(
// CHECK: while (growth.goes_on() && it < 1000000) {
TREELIZE(kernel, jacobian = sparse) void newton(std::span<const double> x, std::span<double> y) {
  for (std::size_t i = 0; i < x.size(); ++i) {
    double v = 1;
    for (int it = 0; it < 1000000; ++it) {
      const double d = 0.5 * (v - x[i] * x[i] / v);
      if (std::fabs(d) < 1e-12)
        break;
      v -= d;
    }
    y[i] = v;
  }
}

// Here the counter is an index as well: all steps are taken that there may be.
// CHECK-LABEL: struct history_kernel
// CHECK: static void pattern_sweep(
// CHECK-NOT: growth
// CHECK: while (
TREELIZE(kernel, jacobian = sparse)
void history(std::span<const double> x, double limit, std::span<double> y) {
  double sum = 0;
  std::size_t n = 0;
  while (n < x.size() && sum < limit) {
    sum += x[n] * x[n];
    y[n] = sum;
    ++n;
  }
}

// A loop over a number of elements that a real number gives.
TREELIZE(kernel, jacobian = sparse) void first(std::span<const double> x, double share, std::span<double> y) {
  const int count = static_cast<int>((share + 2) * 0.25 * static_cast<double>(x.size()));
  double sum = 0;
  for (int i = 0; i < count; ++i)
    sum += x[i];
  y[0] = sum;
}

// A flag of the kernel's own, and steps that some iterations skip.
TREELIZE(kernel, jacobian = sparse) void flagged(std::span<const double> x, std::span<double> y) {
  bool done = false;
  double v = x[0];
  for (int i = 0; i < 3 && !done; ++i) {
    if (x[i] < 0)
      continue;
    v += x[i + 1];
    if (v > 4)
      done = true;
    y[i] = v;
  }
}

} // namespace app

#include "loops.treelize.hpp"

int main() {
  using namespace app;
  const std::vector<double> x{1, 2, 3, 4, 5};
  std::vector<double> y(5);
  check::same("relax", check::picture(kernels::relax.jacobian_pattern(x, y)),
              "#....\n.#...\n#.#..\n.#.#.\n#.#.#\n");
  check::same("newton", check::picture(kernels::newton.jacobian_pattern(x, y)),
              "#....\n.#...\n..#..\n...#.\n....#\n");
  check::same("history", check::picture(kernels::history.jacobian_pattern(x, 3.0, y)),
              "#.....\n##....\n###...\n####..\n#####.\n");
  check::same("first", check::picture(kernels::first.jacobian_pattern(std::span(x).first(3), 0.5, std::span(y).first(1))),
              "###.\n");
  check::same("flagged", check::picture(kernels::flagged.jacobian_pattern(std::span(x).first(4), std::span(y).first(3))),
              "##..\n###.\n####\n");
  check::jacobian("relax", kernels::relax, x, y);
  check::jacobian("newton", kernels::newton, x, y);
  check::jacobian("history", kernels::history, x, 3.0, y);
  check::jacobian("first", kernels::first, std::vector<double>{1, 2, 3}, 0.5, std::vector<double>(1));
  check::jacobian("flagged", kernels::flagged, std::vector<double>{1, 2, 3, 4}, std::vector<double>(3));
  return check::failures();
}
