// A loop over neighbours runs inside the loops that sum for each of them, or that look for the largest, block by block:
// in both sweeps compilers find vectors. Each sum keeps its order.
// RUN: %treelize %s -o %T/interchange.treelize.hpp -- -std=c++20 -I%S/../Inputs
// RUN: %FileCheck %s --input-file=%T/interchange.treelize.hpp
// RUN: %cxx -fsanitize=address,undefined -I%S/../Inputs -I%T %s %link -o %t && %t
// RUN: %treelize %s -o - --disable-pass=interchange -- -std=c++20 -I%S/../Inputs | %FileCheck %s --check-prefix=OFF
#include <GradientCheck.h>
#include <treelize/annotations.hpp>

#include <algorithm>
#include <cmath>

namespace app {

// OFF-NOT: _row[
// CHECK-LABEL: struct filtered_kernel
// CHECK: double sweep(
// CHECK: for (int k = 0; k < m; ++k) {
// CHECK: for (int at = 0; at < j_count; ++at) {
// CHECK-NEXT: sum_row[at] += {{.*}} * x[{{.*}} + at];
// CHECK: difference_b
// CHECK: for (int k = 0; k < m; ++k) {
// CHECK: for (int at = 0; at < j_count; ++at) {
// CHECK: x_b[{{.*}} + at] += sum_b_row[at] *
// CHECK: tangent_sweep(
TREELIZE(kernel) double filtered(std::span<const double> x, int m) {
  const int n = static_cast<int>(x.size()) - m;
  double loss = 0;
  for (int j = 0; j < n - m; ++j) {
    double sum = 0;
    for (int k = 0; k < m; ++k)
      sum += x[n + k] * x[j + k];
    const double difference = sum - 0.5 * x[j];
    loss += difference * difference * std::cos(j);
  }
  return loss;
}

// The winner of each column, by selections.
// CHECK-LABEL: struct paths_kernel
// CHECK: double sweep(
// CHECK: const bool taken = top_best_row[at] < {{.*}};
// CHECK-NEXT: top_best_row[at] = taken ?
// CHECK-NEXT: winner_row[at] = taken ? i : winner_row[at];
// CHECK-NOT: found_row[at] =
// CHECK: const bool found = top_row[at] < top_best_row[at];
// CHECK: tangent_sweep(
TREELIZE(kernel) double paths(std::span<const double> x, unsigned n) {
  std::vector<double> best(x.begin(), x.begin() + n), next(n);
  for (int t = 0; t < 3; ++t) {
    for (unsigned j = 0; j < n; ++j) {
      double top = best[0] + x[j];
      for (unsigned i = 1; i < n; ++i)
        top = std::max(top, best[i] + x[i * n + j]);
      next[j] = top * (1 + 0.1 * x[j]);
    }
    std::swap(best, next);
  }
  double sum = 0;
  for (unsigned j = 0; j < n; ++j)
    sum += best[j] * best[j];
  return sum;
}

// A product whose left factor waits for both loops; the lower bound is not zero.
// CHECK-LABEL: struct powers_kernel
// CHECK: double sweep(
// CHECK: for (std::size_t j_begin = first; j_begin < n; j_begin += 64) {
// CHECK: for (std::size_t k = 0; k < n; ++k) {
// CHECK: for (std::size_t at = 0; at < j_count; ++at) {
// CHECK-NEXT: sum_row[at] +=
// CHECK: tangent_sweep(
TREELIZE(kernel) double powers(std::span<const double> x, std::size_t n, std::size_t first) {
  std::vector<double> left(x.begin(), x.end()), next(x.size());
  for (int times = 0; times < 2; ++times) {
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t j = first; j < n; ++j) {
        double sum = 0;
        for (std::size_t k = 0; k < n; ++k)
          sum += left[i * n + k] * x[k * n + j];
        next[i * n + j] = std::sin(sum);
      }
    std::swap(left, next);
  }
  double sum = 0;
  for (std::size_t c = 0; c < n * n; ++c)
    sum += left[c] * left[c] * std::cos(c);
  return sum;
}

/// What each iteration sums is what the next ones read.
// CHECK-LABEL: struct handed_kernel
// CHECK: double sweep(
// CHECK-NOT: j_block
// CHECK: tangent_sweep(
TREELIZE(kernel) double handed(std::span<const double> x, int m) {
  std::vector<double> u(x.begin(), x.end());
  double loss = 0;
  for (int j = 0; j < static_cast<int>(u.size()) - m; ++j) {
    double sum = 0;
    for (int k = 0; k < m; ++k)
      sum += x[k] * u[j + k];
    u[j + m - 1] = std::sin(sum);
    loss += sum * sum;
  }
  return loss;
}

} // namespace app

#include "interchange.treelize.hpp"

int main() {
  for (const std::size_t size : {0, 1, 9, 73, 74, 138})
    for (const int m : {0, 1, 5})
      if (size >= static_cast<std::size_t>(m)) {
        check::scalar("filtered", app::kernels::filtered, check::field(size), m);
        if (m > 0)
          check::scalar("handed", app::kernels::handed, check::field(size), m);
      }
  for (const unsigned n : {1u, 2u, 7u, 65u})
    check::scalar("paths", app::kernels::paths, check::field(n * n), n);
  for (const std::size_t n : {0, 5, 66})
    for (const std::size_t first : {0, 2})
      check::scalar("powers", app::kernels::powers, check::field(n * n), n, first);
  return check::finish();
}
