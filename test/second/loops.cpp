// Products with the Hessian through what the adjoint has: checkpoints, parallel loops, loops to a
// condition, functions that stay calls, containers that grow, objects.
// RUN: %treelize %s -o %t.treelize.hpp -- -std=c++20 -fopenmp -I%S/../Inputs
// RUN: %FileCheck %s --input-file=%t.treelize.hpp
// RUN: %allcxx -fsyntax-only -Wno-unknown-pragmas -DGENERATED='"%t.treelize.hpp"' -I%S/../Inputs %s
// RUN: %cxx -Wno-unknown-pragmas -DGENERATED='"%t.treelize.hpp"' -I%S/../Inputs %s %link -o %t && %t
#include <treelize/annotations.hpp>

#include <cmath>
#include <span>
#include <vector>

namespace app {

struct State {
  double position, speed;
};

// CHECK-LABEL: struct orbit_kernel
// CHECK: static void hvp_sweep(
// CHECK: treelize::next_checkpoint<int>(
TREELIZE(kernel, checkpoint = 3) inline double orbit(std::span<const double> x, int steps) {
  State s{x[0], x[1]};
  for (int k = 0; k < steps; ++k) {
    s.speed -= 0.05 * std::sin(s.position) * x[2];
    s.position += 0.05 * s.speed;
  }
  return s.position * s.position + s.speed;
}

// CHECK-LABEL: struct shared_kernel
// CHECK: static void hvp_sweep(
// CHECK: TREELIZE_PARALLEL_FOR
TREELIZE(kernel) inline double shared(std::span<const double> x) {
  double sum = 0;
#pragma omp parallel for reduction(+ : sum)
  for (std::size_t i = 0; i < x.size(); ++i)
    sum += std::exp(x[i] * x[0]);
  return sum;
}

TREELIZE(kernel) inline double root(std::span<const double> x) {
  double y = 1;
  while (std::fabs(y * y * y - x[0] * x[1]) > 1e-14)
    y -= (y * y * y - x[0] * x[1]) / (3 * y * y);
  return y * x[2];
}

inline double powers(double base, int n) { return n == 0 ? 1 : base * powers(std::sin(base), n - 1); }

// CHECK-LABEL: struct recursive_kernel
// CHECK: void hvp(
TREELIZE(kernel) inline double recursive(std::span<const double> x, int n) {
  return powers(x[0] * x[1], n) * x[2];
}

TREELIZE(kernel) inline double grown(std::span<const double> x) {
  std::vector<State> states;
  for (double each : x)
    states.push_back({each * each, std::cos(each)});
  double sum = 0;
  while (!states.empty()) {
    const State last = states.back();
    states.pop_back();
    sum = sum * last.speed + last.position / (1 + sum * sum);
  }
  return sum;
}

TREELIZE(kernel) inline double chosen(std::span<const double> x, int k) {
  double sum = 0;
  for (int i = 0; i < k; ++i)
    sum += x[i % 3] > 0.2 ? std::log(x[i % 3]) * sum : std::pow(x[(i + 1) % 3], 3) + x[0] * sum;
  return sum * std::max(x[0], x[1]);
}

} // namespace app

#ifdef GENERATED
#include GENERATED

#include <GradientCheck.h>

int main() {
  namespace kernels = app::kernels;
  const std::vector<double> x{0.7, 0.9, 1.3};
  static_assert(requires(std::span<const double> s, std::span<double> b) { kernels::recursive.hvp(s, 3, s, b); });
  check::scalar("orbit", kernels::orbit, x, 40);
  check::scalar("shared", kernels::shared, x);
  check::scalar("root", kernels::root, x);
  check::scalar("recursive", kernels::recursive, x, 4);
  check::scalar("grown", kernels::grown, x);
  check::scalar("chosen", kernels::chosen, x, 5);
  return check::finish();
}
#endif
