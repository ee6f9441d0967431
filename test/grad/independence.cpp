// Loops along arrays whose iterations have elements of their own are told to the compiler, which then compares no
// addresses; in every other loop an iteration may read what another one has written.
// RUN: %treelize %s -o %T/independence.treelize.hpp --disable-pass=histories -- -std=c++20 -I%S/../Inputs
// RUN: %FileCheck %s --input-file=%T/independence.treelize.hpp
// RUN: %cxx -O3 -I%S/../Inputs -I%T %s %link -o %t && %t
// RUN: %clangxx -O3 -march=native -I%S/../Inputs -I%T %s %link -o %t && %t
// RUN: %clangxx -Os -I%S/../Inputs -I%T %s %link -o %t && %t
// RUN: %treelize %s -o - --disable-pass=independence -- -std=c++20 -I%S/../Inputs | %FileCheck %s --check-prefix=OFF
// OFF-NOT: TREELIZE_INDEPENDENT
#include <GradientCheck.h>
#include <treelize/annotations.hpp>

#include <span>
#include <utility>
#include <vector>

namespace app {

// The rows of a plane, in both sweeps: an element of the row below is in no other iteration.
// CHECK-LABEL: struct waves_kernel
// CHECK: static double sweep(
// CHECK: for (int j = 1; j < n - 1; ++j) {
// CHECK: TREELIZE_INDEPENDENT
// CHECK-NEXT: for (int i = 1; i < n - 1; ++i) {
// CHECK-NEXT: const int c
// CHECK: next[c] = 2.0 * now[c] - before[c]
// CHECK: now_b = treelize::zeros_like(now);
// CHECK: TREELIZE_INDEPENDENT
// CHECK-NEXT: for (int i = 1; i < n - 1; ++i) {
// CHECK: now_b[{{.*}}] +=
// CHECK: tangent_sweep(
TREELIZE(kernel) double waves(std::span<const double> speed, int n, int steps) {
  std::vector<double> before(speed.size(), 0.1), now(speed.begin(), speed.end()), next(speed.size());
  for (int t = 0; t < steps; ++t) {
    for (int j = 1; j < n - 1; ++j)
      for (int i = 1; i < n - 1; ++i) {
        const int c = j * n + i;
        next[c] = 2 * now[c] - before[c] + speed[c] * (now[c - n] + now[c + n] + now[c - 1] + now[c + 1] - 4 * now[c]);
      }
    std::swap(before, now);
    std::swap(now, next);
  }
  double sum = 0;
  for (double v : now)
    sum += v * v;
  return sum;
}

// What the iteration before has written.
// CHECK-LABEL: struct chain_kernel
// CHECK: static void sweep(
// CHECK-NOT: TREELIZE_INDEPENDENT
// CHECK: y[i] = y[i - 1] * y[i];
// CHECK: tangent_sweep(
TREELIZE(kernel) void chain(std::span<double> y) {
  for (std::size_t i = 1; i < y.size(); ++i)
    y[i] = y[i - 1] * y[i];
}

// A distance that only the run knows.
// CHECK-LABEL: struct echo_kernel
// CHECK: static void sweep(
// CHECK-NOT: TREELIZE_INDEPENDENT
// CHECK: tangent_sweep(
TREELIZE(kernel) void echo(std::span<double> y, std::size_t lag) {
  for (std::size_t i = lag; i < y.size(); ++i)
    y[i] += 0.5 * y[i - lag];
}

// Two views of one array.
// CHECK-LABEL: struct views_kernel
// CHECK: static void sweep(
// CHECK-NOT: TREELIZE_INDEPENDENT
// CHECK: tangent_sweep(
TREELIZE(kernel) void views(std::span<double> y) {
  const std::span<double> early = y.first(y.size() - 1), late = y.subspan(1);
  for (std::size_t i = 0; i < early.size(); ++i)
    late[i] *= early[i];
}

// A sum into the adjoint of a number has no order: each vector sums for itself.
// CHECK-LABEL: struct relaxed_kernel
// CHECK: static double sweep(
// CHECK: double rate_b = 0.0;
// CHECK: TREELIZE_INDEPENDENT
// CHECK-NEXT: for (
// CHECK-NEXT: TREELIZE_REASSOCIATE
// CHECK-NEXT: next[i] = next_old
// CHECK-NEXT: rate_b +=
// CHECK: tangent_sweep(
TREELIZE(kernel) double relaxed(std::span<const double> x, std::size_t n, int steps) {
  const double rate = 0.1 * x[0];
  std::vector<double> u(x.begin(), x.end()), next(x.begin(), x.end());
  for (int step = 0; step < steps; ++step) {
    for (std::size_t i = 1; i < n - 1; ++i)
      next[i] = u[i] + rate * (u[i - 1] - 2 * u[i] + u[i + 1]);
    std::swap(u, next);
  }
  double sum = 0;
  for (std::size_t i = 0; i < n; ++i)
    sum += u[i] * u[i];
  return sum;
}

// An array that an iteration makes is the same memory for all of them.
// CHECK-LABEL: struct scratch_kernel
// CHECK: static double sweep(
// CHECK-NOT: TREELIZE_INDEPENDENT
// CHECK: tangent_sweep(
TREELIZE(kernel) double scratch(std::span<const double> x, std::span<double> y, int k, int m) {
  double sum = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    double t[2];
    t[0] = x[i];
    t[1] = 2 * x[i];
    t[k] = 0.5 * x[i];
    y[i] = t[m];
  }
  for (std::size_t i = 0; i < x.size(); ++i)
    sum += y[i] * y[i] * y[i];
  return sum;
}

// Elements of a std::vector<bool> share words.
// CHECK-LABEL: struct flags_kernel
// CHECK: static double sweep(
// CHECK-NOT: TREELIZE_INDEPENDENT
// CHECK: bits[i] =
// CHECK: return result;
TREELIZE(kernel) double flags(std::span<const double> x, const std::vector<bool>& on) {
  std::vector<bool> bits(x.size());
  for (std::size_t i = 0; i < x.size(); ++i)
    bits[i] = on[i];
  double sum = 0;
  for (std::size_t i = 0; i < x.size(); ++i)
    sum += bits[i] ? x[i] * x[i] : x[i];
  return sum;
}

// A sum that a local carries has its order; and no vector has an instruction for the sine.
// CHECK-LABEL: struct carried_kernel
// CHECK: static double sweep(
// CHECK-NOT: TREELIZE_INDEPENDENT
// CHECK: tangent_sweep(
TREELIZE(kernel) double carried(std::span<const double> x, std::span<const double> w, std::span<double> y) {
  double sum = 1;
  for (std::size_t i = 0; i < x.size(); ++i) {
    sum *= x[i] * w[i];
    y[i] = std::sin(x[i]) * sum;
  }
  return sum;
}

} // namespace app

#include "independence.treelize.hpp"

int main() {
  std::vector<double> x(64);
  for (std::size_t i = 0; i < x.size(); ++i)
    x[i] = 0.6 + 0.5 * std::sin(static_cast<double>(i * i));
  check::scalar("waves", app::kernels::waves, x, 8, 5);
  check::scalar("waves, none", app::kernels::waves, x, 8, 0);
  check::scalar("relaxed", app::kernels::relaxed, x, x.size(), 3);
  std::vector<double> y(x.size());
  check::differences("scratch", x, app::kernels::scratch.grad(x, y, 1, 0).x, [&](const std::vector<double>& at) {
    return app::scratch(at, y, 1, 0);
  });
  check::inPlace("chain", app::kernels::chain, x);
  check::inPlace("echo", app::kernels::echo, x, std::size_t{1});
  check::inPlace("echo", app::kernels::echo, x, std::size_t{0});
  check::inPlace("views", app::kernels::views, x);
  return check::finish();
}
