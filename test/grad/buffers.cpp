// Buffers that are chosen by an index: two or three vectors that are exchanged, and gradients as of
// the container.
// RUN: %treelize %s -o %T/buffers.treelize.hpp -- -std=c++20 -I%S/../Inputs
// RUN: %FileCheck %s --input-file=%T/buffers.treelize.hpp
// RUN: %allcxx -I%S/../Inputs -I%T -fsyntax-only %s
// RUN: %cxx -I%S/../Inputs -I%T %s %link -o %t && %t
// RUN: %treelize %s -o %T/buffers.treelize.hpp --disable-pass=buffers -- -std=c++20 -I%S/../Inputs
// RUN: %cxx -I%S/../Inputs -I%T %s %link -o %t && %t
#include <GradientCheck.h>
#include <treelize/annotations.hpp>

#include <array>
#include <utility>

namespace app {

// One row of a history for each step: no tape.
// CHECK-LABEL: struct number_kernel
// CHECK: static double sweep(
// CHECK-NOT: tape
// CHECK: u_0_rows
// CHECK-NOT: tape
// CHECK: tangent_sweep(
TREELIZE(kernel) double number(std::span<const double> x, int steps) {
  std::vector<double> u[2] = {{x.begin(), x.end()}, {x.begin(), x.end()}};
  int cur = 0;
  const int n = static_cast<int>(x.size());
  for (int s = 0; s < steps; ++s) {
    const int nxt = 1 - cur;
    for (int i = 1; i + 1 < n; ++i)
      u[nxt][i] = u[cur][i] + x[0] * u[cur][i] * (u[cur][i - 1] - 2 * u[cur][i] + u[cur][i + 1]);
    cur = nxt;
  }
  double sum = 0;
  for (int i = 0; i < n; ++i)
    sum += u[cur][i] * u[cur][i];
  return sum + cur;
}

// CHECK-LABEL: struct counter_kernel
// CHECK: static double sweep(
// CHECK-NOT: tape
// CHECK: u_0_rows
// CHECK: tangent_sweep(
TREELIZE(kernel) double counter(std::span<const double> x, int steps) {
  std::array<std::vector<double>, 2> u;
  for (auto& v : u)
    v.assign(x.begin(), x.end());
  const std::size_t n = x.size();
  for (int s = 0; s < steps; ++s) {
    const auto& from = u[s % 2];
    auto& to = u[(s + 1) % 2];
    for (std::size_t i = 1; i < n; ++i)
      to[i] = from[i] * from[i - 1] + x[i];
  }
  double sum = 0;
  for (double v : u[steps % 2])
    sum += v * v;
  return sum;
}

/// Masks, and a bound that may be negative.
TREELIZE(kernel) double masked(std::span<const double> x, int steps) {
  std::vector<std::vector<double>> u(2, std::vector<double>(x.size(), 0.5));
  u[0][0] = x[1] * x[2];
  for (int s = 0; s < steps; ++s) {
    const int now = s & 1, next = now ^ 1;
    for (std::size_t i = 0; i < x.size(); ++i)
      u[next][i] = std::sin(u[now][i] + u[now][(i + 1) % x.size()] * x[i]);
  }
  double sum = 0;
  for (std::size_t i = 0; i < u[steps & 1].size(); ++i)
    sum += u[steps & 1][i] * x[i] * static_cast<double>(u.size());
  return sum;
}

// CHECK-LABEL: struct levels_kernel
// CHECK: static double sweep(
// CHECK: if (steps < 1) {
// CHECK: tangent_sweep(
/// A wave: three levels from the second step on.
TREELIZE(kernel) double levels(std::span<const double> x, int steps) {
  std::vector<double> u[3];
  for (int l = 0; l < 3; ++l)
    u[l].assign(x.size(), 0.1 * l);
  for (std::size_t i = 0; i < x.size(); ++i)
    u[1][i] = x[i] * x[i];
  u[0][1] = x[0];
  for (int t = 1; t < steps; ++t) {
    auto& prev = u[(t - 1) % 3];
    auto& now = u[t % 3];
    auto& next = u[(t + 1) % 3];
    for (std::size_t i = 1; i + 1 < x.size(); ++i)
      next[i] = 2 * now[i] - prev[i] + 0.1 * now[i] * (now[i - 1] - 2 * now[i] + now[i + 1]);
  }
  double sum = 0;
  for (std::size_t i = 0; i < x.size(); ++i)
    sum += steps < 0 ? 0.0 : u[steps % 3][i] * u[steps % 3][i];
  return sum;
}

/// The same by indices that are passed on.
TREELIZE(kernel) double passedOn(std::span<const double> x, int steps) {
  std::vector<double> u[3] = {std::vector<double>(x.size()), {x.begin(), x.end()}, {x.begin(), x.end()}};
  int prev = 0, now = 1, next = 2;
  for (int t = 0; t < steps; ++t) {
    for (std::size_t i = 1; i + 1 < x.size(); ++i)
      u[next][i] = 2 * u[now][i] - u[prev][i] + x[i] * (u[now][i - 1] - 2 * u[now][i] + u[now][i + 1]);
    const int free = prev;
    prev = now;
    now = next;
    next = free;
  }
  double sum = 0;
  for (std::size_t i = 0; i < x.size(); ++i)
    sum += u[now][i] * u[prev][i];
  return sum;
}

/// Fixed sizes, and a turn that some steps do not take.
TREELIZE(kernel) double fixedSize(std::span<const double> x, int steps) {
  double u[2][8] = {};
  for (int i = 0; i < 8; ++i)
    u[0][i] = x[i % x.size()];
  int cur = 0;
  for (int s = 0; s < steps; ++s) {
    for (int i = 0; i < 8; ++i)
      u[1 - cur][i] = u[cur][i] * u[cur][(i + 1) % 8] + 0.1 * u[1 - cur][i];
    if (s % 3 != 1)
      cur = 1 - cur;
  }
  double sum = 0;
  for (int i = 0; i < 8; ++i)
    sum += u[cur][i] * x[0] + u[1 - cur][i];
  return sum;
}

// CHECK-LABEL: struct cells_kernel
// CHECK: static double sweep(
// CHECK: u_0_height_row
// CHECK: tangent_sweep(
/// Objects in planes, a buffer of their own for each sample.
struct Cell {
  double height = 0, speed = 0;
};
TREELIZE(kernel) double cells(std::span<const double> x, int steps) {
  double sum = 0;
  for (int sample = 0; sample < 2; ++sample) {
    std::vector<Cell> u[2];
    u[0].resize(x.size());
    u[1].resize(x.size());
    int cur = 0;
    for (std::size_t i = 0; i < x.size(); ++i)
      u[0][i].height = u[1][i].height = x[i] * (sample + 1);
    for (int s = 0; s < steps; ++s) {
      const auto& a = u[cur];
      auto& b = u[!cur];
      for (std::size_t i = 1; i + 1 < x.size(); ++i) {
        b[i].speed = a[i].speed + 0.1 * a[i].height * (a[i - 1].height - 2 * a[i].height + a[i + 1].height);
        b[i].height = a[i].height + 0.3 * b[i].speed;
      }
      cur = !cur;
    }
    for (std::size_t i = 0; i < x.size(); ++i)
      sum += u[cur][i].height * u[cur][i].height + u[cur][i].speed;
  }
  return sum;
}

// CHECK-LABEL: struct constant_kernel
// CHECK: static double sweep(
// CHECK: u_0_rows
// CHECK: tangent_sweep(
/// Literal bounds: behind the loop it is known where the last step is.
TREELIZE(kernel) double constant(std::span<const double> x) {
  std::vector<std::vector<double>> u(2);
  for (auto& row : u)
    row.resize(x.size());
  u[0].assign(x.begin(), x.end());
  for (int s = 0; s < 5; ++s)
    for (std::size_t i = 0; i < x.size(); ++i)
      u[(s + 1) % 2][i] = u[s % 2][i] * x[i] + 0.3 * u[s % 2][(i + 1) % x.size()];
  double sum = 0;
  for (std::size_t i = 0; i < x.size(); ++i)
    sum += u[1][i] - 0.5 * u[0][i];
  return sum;
}

/// Elements that the program exchanges itself, and planes that are copied.
TREELIZE(kernel) double exchanged(std::span<const double> x, int steps) {
  std::array<std::vector<std::vector<double>>, 2> u;
  for (int b = 0; b < 2; ++b)
    u[b] = std::vector<std::vector<double>>(2, std::vector<double>(x.size(), 1.0 + b));
  for (std::size_t i = 0; i < x.size(); ++i)
    u[0][1][i] = x[i];
  for (int s = 0; s < steps; ++s) {
    for (std::size_t i = 0; i < x.size(); ++i)
      u[1][s % 2][i] = u[0][0][i] * u[0][1][i];
    std::swap(u[0], u[1]);
    if (s == 2)
      u[1] = u[0];
  }
  double sum = 0;
  for (const auto& row : u[0])
    for (double v : row)
      sum += v * v;
  return sum;
}

} // namespace app

#include "buffers.treelize.hpp"

int main() {
  check::scalar("constant", app::kernels::constant, std::vector{0.9, -0.3, 0.4, 0.7, 1.1});
  for (int steps : {-3, -2, 0, 1, 2, 3, 4, 6}) {
    const std::vector x{0.9, -0.3, 0.4, 0.7, 1.1};
    check::scalar("number", app::kernels::number, x, steps);
    if (steps % 2 != -1)
      check::scalar("counter", app::kernels::counter, x, steps);
    check::scalar("masked", app::kernels::masked, x, steps);
    check::scalar("levels", app::kernels::levels, x, steps);
    check::scalar("passedOn", app::kernels::passedOn, x, steps);
    check::scalar("fixedSize", app::kernels::fixedSize, x, steps);
    check::scalar("cells", app::kernels::cells, x, steps);
    check::scalar("exchanged", app::kernels::exchanged, x, steps);
  }
  return check::finish();
}
