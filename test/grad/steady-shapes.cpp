// Containers that are copied whole and never change their shape are not saved for it.
// RUN: %treelize %s -o %T/steady-shapes.treelize.hpp -- -std=c++20 -I%S/../Inputs
// RUN: %FileCheck %s --input-file=%T/steady-shapes.treelize.hpp
// RUN: %cxx -fsanitize=address,undefined -I%S/../Inputs -I%T %s %link -o %t && %t
#include <GradientCheck.h>
#include <treelize/annotations.hpp>

namespace app {

using Grid = std::vector<std::vector<double>>;

// Three levels of a wave: the equation is linear, so that the steps save nothing.
// CHECK-LABEL: struct wave_kernel
// CHECK: static double sweep(
// CHECK: for (int t = 0; t < steps; ++t) {
// CHECK-NOT: tape
// CHECK: treelize::increment(start_b, cur_b);
// CHECK-NEXT: treelize::set_zero(cur_b);
// CHECK-NEXT: treelize::increment(cur_b, prev_b);
// CHECK-NEXT: treelize::set_zero(prev_b);
// CHECK: tangent_sweep(
TREELIZE(kernel) double wave(std::span<const double> x, int steps) {
  const std::size_t n = 3, m = x.size();
  const Grid start(n, std::vector<double>(x.begin(), x.end()));
  Grid prev = start, cur = start, next = start;
  for (int t = 0; t < steps; ++t) {
    for (std::size_t i = 1; i + 1 < n; ++i)
      for (std::size_t j = 1; j + 1 < m; ++j)
        next[i][j] = 1.5 * cur[i][j] - prev[i][j] + 0.3 * (cur[i][j - 1] + cur[i - 1][j + 1]);
    prev = cur;
    cur = next;
  }
  double sum = 0;
  for (const auto& row : cur)
    for (double v : row)
      sum += v * v;
  return sum;
}

// Vectors of one length; one that is made in the loop, as long as another: the number says it.
// CHECK-LABEL: struct heat_kernel
// CHECK: static double sweep(
// CHECK-NOT: tape.push(u
// CHECK: tangent_sweep(
TREELIZE(kernel) double heat(std::span<const double> x, int steps) {
  const std::size_t n = x.size();
  std::vector<double> u(x.begin(), x.end()), v(n);
  for (int t = 0; t < steps; ++t) {
    for (std::size_t i = 1; i + 1 < n; ++i)
      v[i] = u[i] + 0.2 * (u[i - 1] - 2 * u[i] + u[i + 1]);
    std::vector<double> w(v.size());
    for (std::size_t i = 0; i < n; ++i)
      w[i] = 0.9 * v[i] + 0.1 * u[n - 1 - i];
    u = w;
  }
  double sum = 0;
  for (double e : u)
    sum += e * e;
  return sum;
}

// None of these has one shape: two lengths, a length of the loop's, growth, a row of another length, an empty beginning.
TREELIZE(kernel) double lengths(std::span<const double> x, int steps) {
  std::vector<double> u(x.begin(), x.end()), v(2, x[0]), kept;
  Grid rows(2, u);
  double sum = 0;
  for (int t = 0; t < steps; ++t) {
    const std::size_t k = static_cast<std::size_t>(t) + 1;
    std::vector<double> w(k, x[0]), grown = w;
    for (double& e : w)
      e *= x[1];
    u = t % 2 == 0 ? v : w;
    for (double e : u)
      sum += e * e;
    v = w;
    grown.push_back(sum);
    rows[1] = grown;
    const Grid other = rows;
    sum += other[1].back() * other[0][1] * 0.1 * static_cast<double>(rows[1].size());
    kept = grown;
    for (double e : kept)
      sum += 0.01 * e * e;
  }
  return sum + static_cast<double>(kept.size()) * u.back();
}

// The caller's vector is given another one's elements, and is as long as that one from then on.
TREELIZE(kernel) double given(std::vector<double>& state, std::span<const double> x) {
  std::vector<double> own(x.begin(), x.end());
  double sum = 0;
  for (double e : state)
    sum += e * e * x[0];
  state = own;
  for (double& e : state)
    e *= e;
  own = state;
  for (double e : own)
    sum += e * x[1];
  return sum;
}

} // namespace app

#include "steady-shapes.treelize.hpp"
#include <treelize/check_gradient.hpp>

#include <iostream>

int main() {
  const std::vector<double> x{0.9, -0.3, 0.4, 0.7};
  for (int steps : {0, 1, 2, 5}) {
    check::scalar("wave", app::kernels::wave, x, steps);
    check::scalar("heat", app::kernels::heat, x, steps);
    check::scalar("lengths", app::kernels::lengths, x, steps);
  }
  const auto report = treelize::check_gradient(app::kernels::given, std::vector<double>{0.3, 0.5}, std::span<const double>(x));
  if (!report.passed())
    std::cout << "given: " << report << '\n';
  return check::finish() + !report.passed();
}
