// A step is taken as often as the program takes it, and in its order: where iterations run again in the reverse sweep, where
// the winner of a running extremum runs once more, where an expression is read in several places, in recursion.
// RUN: %treelize %s -o %T/steps-once.treelize.hpp -- -std=c++20 -fopenmp -I%S/../../Inputs
// RUN: %FileCheck %s --input-file=%T/steps-once.treelize.hpp
// RUN: %cxx -I%S/../../Inputs -I%T -Wno-unknown-pragmas %s %link -o %t.serial && %t.serial
// RUN: %if openmp %{ %cxx -fopenmp -I%S/../../Inputs -I%T %s %link -o %t && env OMP_NUM_THREADS=1 %t %}
// RUN: %if openmp %{ %allcxx -fopenmp -fsyntax-only -I%S/../../Inputs -I%T %s %}
// RUN: not %treelize %s -o - -- -std=c++20 -I%S/../../Inputs -DCHANGES 2>&1 | %FileCheck %s --check-prefix=CHANGES
// RUN: not %treelize %s -o - -- -std=c++20 -I%S/../../Inputs -DSNAPSHOTS 2>&1 | %FileCheck %s --check-prefix=SNAPSHOTS
#include <treelize/annotations.hpp>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <span>
#include <vector>

namespace app {

inline unsigned state = 0;
inline int taken = 0;
TREELIZE(nondiff) inline void count() { ++taken; }
TREELIZE(nondiff) [[nodiscard]] inline int drawn() {
  ++taken;
  state = state * 1103515245u + 12345u;
  return static_cast<int>(state >> 16) % 3 + 1;
}
TREELIZE(nondiff) double measured(double x); // nothing is known of it

// The loop keeps its values; no iteration runs again.
// CHECK-LABEL: struct drawing_kernel
// CHECK: static void sweep(
// CHECK: app::drawn()
// CHECK-NOT: app::drawn()
// CHECK: static void sweep(
TREELIZE(kernel) void drawing(std::span<const double> x, std::span<double> y) {
#pragma omp parallel for
  for (std::size_t i = 0; i < x.size(); ++i) {
    const int w = drawn();
    count();
    double s = x[i];
    for (int k = 0; k < 3; ++k)
      s = std::sin(s) * w + x[i];
    y[i] = s * s;
  }
}

TREELIZE(kernel) double largest(std::span<const double> x) {
  double most = -100;
  for (std::size_t i = 0; i < x.size(); ++i) {
    const double e = std::sin(x[i]) * drawn() * x[i];
    most = std::max(most, e);
  }
  return most * most;
}

TREELIZE(kernel) double measuring(std::span<const double> x) {
  double sum = 0;
#pragma omp parallel for reduction(+ : sum)
  for (std::size_t i = 0; i < x.size(); ++i) {
    double s = x[i] * measured(x[i]);
    for (int k = 0; k < 2; ++k)
      s = std::sin(s) * x[i];
    sum += s;
  }
  return sum;
}

// As an index, a bound, a condition and an operand that is read twice.
TREELIZE(kernel) double everywhere(std::span<const double> x) {
  double sum = x[drawn()];
  sum *= x[3 - drawn()];
  for (int i = 0, n = drawn(); i < n; ++i)
    sum = std::sin(sum) + x[i] * std::clamp(x[i] * drawn(), -2.0, 2.0);
  while (drawn() != 2)
    sum *= x[0] + drawn();
  static_cast<void>(drawn());
  return drawn() > 1 && drawn() < 3 ? sum * sum : sum * drawn();
}

inline double deep(std::span<const double> x, int n, int w) {
  if (n == 0)
    return x[0] * w;
  const double inner = std::sin(deep(x, n - 1, drawn())) * w;
  return inner + x[1] * drawn();
}
TREELIZE(kernel) double recursive(std::span<const double> x) { return deep(x, 3, drawn()); }

// What only computes a number may run again: this loop stays parallel, and keeps no tape.
// CHECK-LABEL: struct stepped_kernel
// CHECK: static void sweep(
// CHECK: TREELIZE_PARALLEL_FOR
// CHECK: app::level(
// CHECK: TREELIZE_PARALLEL_FOR
// CHECK: app::level(
// CHECK: static void sweep(
struct Levels {
  double at[3] = {0.5, 1, 2};
  double near(double x) const {
    int best = 0;
    for (int i = 1; i < 3; ++i)
      if (std::fabs(at[i] - x) < std::fabs(at[best] - x))
        best = i;
    return at[best];
  }
};
inline void raise(int& level, int by) { level += by; }
TREELIZE(nondiff) inline double level(double x, int least) {
  static constexpr double factors[2] = {1.5, 2.5};
  const Levels levels;
  int k = least;
  raise(k, x > 0 ? 1 : 0);
  const auto scaled = [&](double by) { return by * factors[k % 2]; };
  return levels.near(scaled(std::floor(4 * x)));
}
TREELIZE(kernel) void stepped(std::span<const double> x, std::span<double> y) {
#pragma omp parallel for
  for (std::size_t i = 0; i < x.size(); ++i) {
    const double w = level(x[i], 1);
    double s = x[i];
    for (int k = 0; k < 3; ++k)
      s = std::sin(s) * w + x[i];
    y[i] = s * s;
  }
}

#ifdef CHANGES
// CHANGES: error: an argument that 'app::doubled' may change, which is declared to have no derivative, is not supported in a kernel yet
// CHANGES: note: hand it on as a constant, and use what the function returns
TREELIZE(nondiff) inline void doubled(double& x) { x *= 2; }
TREELIZE(kernel) double changing(double x) {
  double y = x;
  doubled(y);
  return x * y;
}
#endif

#ifdef SNAPSHOTS
// SNAPSHOTS: error: the loop of kernel 'kept' cannot keep checkpoints: it does 'app::drawn()', which cannot be done again
TREELIZE(kernel, checkpoint = 2) double kept(double x) {
  for (int i = 0; i < 9; ++i)
    x = std::sin(x * drawn());
  return x;
}
#endif

} // namespace app

#include "steps-once.treelize.hpp"

#include <cstdio>

double app::measured(double x) {
  ++taken;
  return std::floor(4 * x) + 1;
}

static int failures = 0;

static void begin() {
  app::state = 7;
  app::taken = 0;
}

static void check(const char* name, const std::vector<double>& got, const std::vector<double>& wanted, int taken, int steps) {
  bool isRight = taken == steps;
  for (std::size_t i = 0; i < got.size(); ++i)
    isRight = isRight && std::fabs(got[i] - wanted[i]) <= 1e-9 * (1 + std::fabs(wanted[i]));
  if (isRight)
    return;
  ++failures;
  std::printf("%s: %d steps (%d)", name, taken, steps);
  for (std::size_t i = 0; i < got.size(); ++i)
    std::printf(" %g (%g)", got[i], wanted[i]);
  std::printf("\n");
}

/// By tangents that draw the same numbers.
template <class Kernel> void number(const char* name, const Kernel& kernel, const std::vector<double>& x) {
  std::vector<double> wanted, gradient(x.size());
  for (std::size_t i = 0; i < x.size(); ++i) {
    std::vector<double> x_t(x.size());
    x_t[i] = 1;
    begin();
    wanted.push_back(kernel.tangent(std::span(x), std::span<const double>(x_t)).derivative);
  }
  begin();
  kernel(std::span(x));
  const int steps = app::taken;
  begin();
  kernel.adjoint(std::span(x), 1.0, std::span(gradient));
  check(name, gradient, wanted, app::taken, steps);
}

template <class Kernel> void numbers(const char* name, const Kernel& kernel, const std::vector<double>& x, int steps) {
  const std::size_t n = x.size();
  std::vector<double> wanted, gradient(n), y(n), y_b(n, 1.0);
  for (std::size_t i = 0; i < n; ++i) {
    std::vector<double> x_t(n), y_t(n);
    x_t[i] = 1;
    begin();
    kernel.tangent(std::span(x), std::span(y), std::span<const double>(x_t), std::span(y_t));
    wanted.push_back(y_t[i]);
  }
  begin();
  kernel.adjoint(std::span(x), std::span(y), std::span(gradient), std::span(y_b));
  check(name, gradient, wanted, app::taken, steps);
}

int main() {
  using namespace app;
  const std::vector<double> x{0.3, 0.7, 1.1, -0.4};
  numbers("drawing", kernels::drawing, x, 8);
  numbers("stepped", kernels::stepped, x, 0);
  number("largest", kernels::largest, x);
  number("measuring", kernels::measuring, x);
  number("everywhere", kernels::everywhere, x);
  number("recursive", kernels::recursive, x);
  return failures;
}
