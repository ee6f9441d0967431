// Containers that are swapped are swapped back: nothing of them is saved, and no copy is made.
// RUN: %treelize %s -o %T/exchanges.treelize.hpp -- -std=c++20 -I%S/../Inputs
// RUN: %FileCheck %s --input-file=%T/exchanges.treelize.hpp
// RUN: %cxx -I%S/../Inputs -I%T %s %link -o %t && %t
// RUN: %treelize %s -o - --disable-pass=exchanges -- -std=c++20 -I%S/../Inputs | %FileCheck %s --check-prefix=OFF
#include <GradientCheck.h>
#include <treelize/annotations.hpp>

#include <cmath>
#include <utility>

namespace app {

// CHECK-LABEL: struct heat_kernel
// CHECK: static double sweep(
// CHECK: std::swap(u, next);
// CHECK-NOT: tape
// CHECK: std::swap(u, next);
// CHECK-NEXT: std::swap(u_b, next_b);
// CHECK: tangent_sweep(
// CHECK: std::swap(u_t, next_t);
// CHECK-NEXT: std::swap(u, next);
// OFF-LABEL: struct heat_kernel
// OFF-NOT: std::swap
// OFF: tape.push(swapped);
// OFF: tangent_sweep(
TREELIZE(kernel) double heat(std::span<const double> x, int steps) {
  const std::size_t n = x.size();
  std::vector<double> u(x.begin(), x.end()), next(n);
  for (int s = 0; s < steps; ++s) {
    next[0] = u[0];
    next[n - 1] = u[n - 1];
    for (std::size_t i = 1; i + 1 < n; ++i)
      next[i] = u[i] + 0.1 * x[i] * (u[i + 1] - 2 * u[i] + u[i - 1]);
    std::swap(u, next);
  }
  return u[1] * u[1] + std::sin(u[2]);
}

// Of different lengths; under a condition; arrays; members; the one of the two that matters changes.
TREELIZE(kernel) double lengths(std::span<const double> x) {
  std::vector<double> a{x[0], x[1] * x[2]}, b{x[1], x[2], x[3] * x[3]}, c(2);
  double sum = 0;
  for (int k = 0; k < 3; ++k) {
    for (std::size_t i = 0; i < a.size(); ++i)
      a[i] = std::sin(a[i] * x[1]);
    if (a[0] > 0.2)
      a.swap(b);
    b.push_back(a[0] * x[0]);
    std::swap(c, b);
    sum += a[0] * c[1] * static_cast<double>(a.size());
  }
  return sum * a[1];
}

struct Pair {
  double first[3], second[3];
};

TREELIZE(kernel) double members(std::span<const double> x) {
  Pair p{{x[0], x[1], 1}, {x[2], x[3], 2}};
  std::array<double, 2> a{x[0], 2}, b{3, x[1] * x[1]};
  for (int i = 0; i < 3; ++i) {
    p.first[i] *= x[i];
    std::swap(p.first, p.second);
    a[0] *= p.first[0] * a[1];
    std::swap(a, b);
  }
  return p.first[0] * p.second[1] + a[0] * b[1] * p.first[2];
}

// The caller's vectors come back as they were.
TREELIZE(kernel) void turned(std::vector<double>& y, std::vector<double>& z) {
  for (int i = 0; i < 2; ++i) {
    y[0] = std::sin(y[0] * z[1]);
    std::swap(y, z);
    z[1] += y[0] * y[1];
  }
}

// Rows and all, three of them in turn.
// CHECK-LABEL: struct levels_kernel
// CHECK: static double sweep(
// CHECK: std::swap(before, u);
// CHECK-NEXT: std::swap(u, after);
// CHECK: for (int s = steps; s-- > 0;) {
// CHECK: std::swap(u, after);
// CHECK-NEXT: std::swap(u_b, after_b);
// CHECK-NEXT: std::swap(before, u);
// CHECK-NEXT: std::swap(before_b, u_b);
// CHECK-NOT: push
// CHECK: tangent_sweep(
TREELIZE(kernel) double levels(std::span<const double> x, int steps) {
  const std::size_t n = x.size();
  std::vector<std::vector<double>> u(n, std::vector<double>(n, x[0])), before(n, std::vector<double>(n)), after(before);
  double sum = 0;
  for (int s = 0; s < steps; ++s) {
    for (std::size_t i = 1; i + 1 < n; ++i)
      for (std::size_t j = 1; j + 1 < n; ++j)
        after[i][j] = 2 * u[i][j] - before[i][j] + x[i] * (u[i + 1][j] * u[i - 1][j] + u[i][j + 1] - u[i][j - 1]);
    std::swap(before, u);
    std::swap(u, after);
    sum += u[1][2] * u[1][1];
  }
  return sum;
}

// Objects that hold containers, with numbers beside them; vectors of objects.
struct State {
  std::vector<double> height;
  std::vector<std::array<double, 2>> flow;
  double time;
  int steps;
};

// CHECK-LABEL: struct states_kernel
// CHECK: static double sweep(
// CHECK: std::swap(now, next);
// CHECK: std::swap(now, next);
// CHECK-NEXT: std::swap(now_b, next_b);
// CHECK-NOT: push
// CHECK: tangent_sweep(
TREELIZE(kernel) double states(std::span<const double> x, int steps) {
  const std::size_t n = x.size();
  State now{{x.begin(), x.end()}, std::vector<std::array<double, 2>>(n), x[0], 0}, next = now;
  std::vector<State> history(2), others(1);
  for (int s = 0; s < steps; ++s) {
    for (std::size_t i = 0; i < n; ++i) {
      next.height[i] = now.height[i] * now.height[(i + 1) % n] + now.flow[i][s % 2] * now.time;
      next.flow[i][1] = now.flow[i][0] + now.height[i] * x[i];
    }
    next.time = now.time * x[1] + now.height[0];
    next.steps = now.steps + 1;
    std::swap(now, next);
    history[0] = now;
    std::swap(history, others);
    history.resize(2);
  }
  return now.time * now.height[1] * now.steps + next.flow[2][1] * next.steps + now.flow[0][1];
}

// No exchange: the copy is asked for, or something comes between.
// CHECK-LABEL: struct copies_kernel
// CHECK: static double sweep(
// CHECK-NOT: std::swap
// CHECK: tangent_sweep(
TREELIZE(kernel) double copies(std::span<const double> x) {
  std::vector<double> a{x[0], x[1]}, b{x[2], x[3]};
  const std::vector<double> kept = a;
  a = b;
  b = kept;
  return a[0] * b[1] * kept[0];
}

} // namespace app

#include "exchanges.treelize.hpp"

int main() {
  const std::vector<double> x{0.9, -0.3, 0.4, 0.7};
  check::scalar("heat", app::kernels::heat, x, 5);
  check::scalar("heat", app::kernels::heat, x, 0);
  check::scalar("levels", app::kernels::levels, x, 4);
  check::scalar("states", app::kernels::states, x, 3);
  check::scalar("states", app::kernels::states, x, 0);
  check::scalar("lengths", app::kernels::lengths, x);
  check::scalar("members", app::kernels::members, x);
  check::scalar("copies", app::kernels::copies, x);
  std::vector<double> y{0.4, 0.8}, z{0.3, -0.5}, y_b{1, 0.5}, z_b{-0.2, 2}, y_t{0.3, 0.7}, z_t{-0.6, 0.1};
  std::vector<double> yt = y, zt = z, dy = y_t, dz = z_t;
  app::kernels::turned.tangent(yt, zt, dy, dz);
  const double forward = check::dot(dy, y_b) + check::dot(dz, z_b);
  app::kernels::turned.adjoint(y, z, y_b, z_b);
  check::near("turned", "adjoint against tangent", check::dot(y_t, y_b) + check::dot(z_t, z_b), forward, 1e-12, 1);
  check::near("turned", "left as it was", y[0] + z[1], 0.4 - 0.5, 1e-15, 1);
  return check::finish();
}
