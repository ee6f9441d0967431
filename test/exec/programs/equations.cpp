// What solves an equation has the derivative of the equation, not of the iteration that found it.
// RUN: %treelize %s -o %T/equations.treelize.hpp -- -std=c++20
// RUN: %FileCheck %s --input-file=%T/equations.treelize.hpp
// RUN: %cxx -I%T %s %link -o %t && %t
// RUN: %allcxx -fsyntax-only -I%T %s
#include <treelize/annotations.hpp>
#include <treelize/check_gradient.hpp>

#include <array>
#include <cmath>
#include <cstdio>
#include <iostream>
#include <span>
#include <vector>

namespace app {

inline int iterations = 0;

TREELIZE(kernel) double cubic(double x, double a, double b) { return x * x * x + a * x - b; }

// The first guess and the tolerance do not matter to what is found.
TREELIZE(root_of(cubic)) double real_root(double start, double a, double b, double tolerance) {
  double x = start;
  for (double step = 1; std::fabs(step) > tolerance; x -= step) {
    step = cubic(x, a, b) / (3 * x * x + a);
    ++iterations;
  }
  return x;
}

// CHECK-LABEL: struct spread_kernel
// CHECK: static double sweep(
// CHECK-COUNT-1: app::real_root(
// CHECK-NOT: app::real_root(
// CHECK: treelize::solution_adjoint<app::kernels::cubic, treelize::equation::root, 2>(
// CHECK: tangent_sweep(
// CHECK: treelize::solution_tangent<app::kernels::cubic, treelize::equation::root, 2>(
TREELIZE(kernel) double spread(double a, double b, double start) {
  const double x = real_root(start, a * a, 2 * b, 1e-15);
  return std::sin(x) * a + start;
}

using pair = std::array<double, 2>;
struct Curve {
  double radius;
  std::vector<double> weights;
};

// A system; the parameters are an object and a span.
TREELIZE(kernel) pair residual(const pair& x, const Curve& curve, std::span<const double> shift, int power) {
  return {x[0] * x[0] + curve.weights[0] * x[1] * x[1] - curve.radius * curve.radius,
          std::exp(x[0] * shift[0]) - std::pow(x[1], power) * curve.weights[1] + shift[1]};
}

TREELIZE(root_of(residual)) pair crossing(const Curve& curve, std::span<const double> shift, int power) {
  pair x{1, 1};
  for (int i = 0; i < 60; ++i) {
    const double h = 1e-7;
    const pair r = residual(x, curve, shift, power), r0 = residual({x[0] + h, x[1]}, curve, shift, power),
               r1 = residual({x[0], x[1] + h}, curve, shift, power);
    const double a = (r0[0] - r[0]) / h, b = (r1[0] - r[0]) / h, c = (r0[1] - r[1]) / h, d = (r1[1] - r[1]) / h;
    const double det = a * d - b * c;
    x = {x[0] - (d * r[0] - b * r[1]) / det, x[1] - (a * r[1] - c * r[0]) / det};
  }
  return x;
}

TREELIZE(kernel) double distance(const Curve& curve, std::span<const double> shift) {
  const pair x = crossing(curve, shift, 2);
  return x[0] * 3 + x[1] * x[1] * curve.radius;
}

// A fixed point of a vector, found inside a loop.
TREELIZE(kernel) std::vector<double> step(const std::vector<double>& x, std::span<const double> p, double damping) {
  std::vector<double> y(x.size());
  for (std::size_t i = 0; i < x.size(); ++i)
    y[i] = damping * std::cos(x[(i + 1) % x.size()]) + p[i] * x[i] * 0.1;
  return y;
}

TREELIZE(fixed_point_of(step)) std::vector<double> steady(std::vector<double> x, std::span<const double> p, double damping) {
  for (int i = 0; i < 400; ++i)
    x = step(x, p, damping);
  return x;
}

TREELIZE(kernel) double balance(std::span<const double> p, double damping) {
  double sum = 0;
  for (int i = 1; i < 4; ++i) {
    const std::vector<double> x = steady(std::vector<double>(p.size()), p, damping / i);
    for (double v : x)
      sum += v * v * i;
  }
  return sum;
}

// Where the equation does not change with the unknown, nothing follows from it.
TREELIZE(kernel) double flat(double x, double a) { return a - 1 + 0 * x; }
TREELIZE(root_of(flat)) double anything(double a) { return a; }
TREELIZE(kernel) double lost(double a) { return anything(a); }

} // namespace app

#include "equations.treelize.hpp"

int failures = 0;

void near(const char* what, double got, double want) {
  if (std::fabs(got - want) <= 1e-12 * (1 + std::fabs(want)))
    return;
  std::printf("%s is %.17g, expected %.17g\n", what, got, want);
  ++failures;
}

template <class Kernel, class... Args> void check(const char* name, const Kernel& kernel, const Args&... args) {
  const auto report = treelize::check_gradient(kernel, args...);
  if (!report.passed()) {
    std::cout << name << ": " << report << '\n';
    ++failures;
  }
}

int main() {
  using namespace app;
  const double a = 1.3, b = 0.7;
  const double x = real_root(0.5, a * a, 2 * b, 1e-15), slope = 3 * x * x + a * a;
  const auto g = kernels::spread.grad(a, b, 0.5);
  near("d/da", g.a, std::sin(x) - a * std::cos(x) * x * 2 * a / slope);
  near("d/db", g.b, a * std::cos(x) * 2 / slope);
  near("d/dstart", g.start, 1);
  iterations = 0;
  (void)real_root(0.5, a * a, 2 * b, 1e-15);
  const int once = std::exchange(iterations, 0);
  (void)kernels::spread.grad(a, b, 0.5);
  near("iterations", iterations, once);

  check("spread", kernels::spread, a, b, 0.5);
  check("distance", kernels::distance, Curve{1.7, {0.8, 1.1}}, std::vector<double>{0.3, 0.2});
  check("balance", kernels::balance, std::vector<double>{0.3, -0.2, 0.5}, 0.8);
  try {
    (void)kernels::lost.grad(1.0);
    std::puts("a singular equation was solved");
    ++failures;
  } catch (const treelize::singular_matrix_error&) {
  }
  return failures;
}
