// A while loop that counts is a counted loop, whatever its header looks like: no trips, no counters on the tape.
// RUN: %treelize %s -o %T/counting.treelize.hpp -- -std=c++20 -I%S/../Inputs
// RUN: %FileCheck %s --input-file=%T/counting.treelize.hpp
// RUN: %cxx -I%S/../Inputs -I%T %s %link -o %t && %t
// RUN: %treelize %s -o - --disable-pass=counting -- -std=c++20 -I%S/../Inputs | %FileCheck %s --check-prefix=OFF
#include <GradientCheck.h>
#include <treelize/annotations.hpp>

#include <cmath>

namespace app {

// Two counters in the header; the second one goes on behind the loop.
// CHECK-LABEL: struct triangle_kernel
// CHECK: static double sweep(
// CHECK: for (int row = column + 1; row < n; ++row) {
// CHECK: sum += x[row] * x[offset + row]
// CHECK-NOT: while
// CHECK: tangent_sweep(
// OFF-LABEL: struct triangle_kernel
// OFF: while (row < n) {
TREELIZE(kernel) double triangle(std::span<const double> x) {
  const int n = static_cast<int>(x.size()) / 2;
  double sum = 0;
  int next = 0;
  for (int column = 0; column < n; ++column)
    for (int row = column + 1; row < n; ++row, ++next)
      sum += x[row] * x[next] * sum + x[column];
  return sum * x[next];
}

// Steps that are known when the program runs; a step in the middle of the body; the counter is asked for afterwards.
// CHECK-LABEL: struct strided_kernel
// CHECK: static double sweep(
// CHECK: treelize::trip_count<int>(0, static_cast<int>(x.size()), d)
// CHECK-NOT: while
// CHECK: tangent_sweep(
TREELIZE(kernel) double strided(std::span<const double> x, int d) {
  double sum = 1;
  for (int i = 0; i < static_cast<int>(x.size()); i += d)
    for (int j = 0; j < 2; ++j)
      sum = std::sin(sum * x[i]) + x[i] * j;
  int k = 1;
  while (k < static_cast<int>(x.size()) - 1) {
    sum *= x[k];
    k += 2;
    sum += x[k - 1] * x[0];
  }
  return sum * (k - 1);
}

// An unsigned counter that runs to inequality: what is left to the bound counts its iterations.
// CHECK-LABEL: struct part_kernel
// CHECK: static double sweep(
// CHECK: for (std::size_t i = 0; i < last - first; ++i) {
// CHECK: x[first + i]
// CHECK-NOT: while
// CHECK: tangent_sweep(
// OFF-LABEL: struct part_kernel
// OFF: while (i != last) {
TREELIZE(kernel) double part(std::span<const double> x, std::size_t first, std::size_t last) {
  double sum = 1;
  for (std::size_t i = first; i != last; ++i)
    sum += std::sin(x[i]) * x[i];
  return sum;
}

// Iterators, and a row of a sparse matrix.
// CHECK-LABEL: struct inner_kernel
// CHECK: static double sweep(
// CHECK-NOT: while
// CHECK: tangent_sweep(
TREELIZE(kernel) double inner(std::span<const double> x, const std::vector<std::size_t>& rows) {
  double sum = 0;
  for (auto it = x.begin() + 1; it != x.end() - 1; ++it)
    sum += std::sin(*it) * it[1] - it[-1];
  for (std::size_t k = rows[0]; k != rows[1]; ++k)
    sum += x[k] * x[k];
  return sum;
}

// The same from zero, with the bound on the left; and a counter that goes on behind the loop.
// CHECK-LABEL: struct resumed_kernel
// CHECK: static double sweep(
// CHECK-NOT: while
// CHECK: tangent_sweep(
TREELIZE(kernel) double resumed(std::span<const double> x, unsigned middle) {
  double sum = 1;
  unsigned i = 0;
  while (middle != i) {
    sum *= x[i] + 2;
    ++i;
  }
  const unsigned end = static_cast<unsigned>(x.size());
  while (i != end) {
    sum += std::sin(x[i] * sum);
    ++i;
  }
  return sum * i;
}

// Where the counter begins changes in the loop: the iterations count from what it was.
// CHECK-LABEL: struct moved_kernel
// CHECK: static double sweep(
// CHECK: int i = start
// CHECK: x[i + {{[a-z0-9]+}} * d]
// CHECK-NOT: while
// CHECK: tangent_sweep(
TREELIZE(kernel) double moved(std::span<const double> x, int start, int d) {
  double sum = 1;
  for (int i = start; i < static_cast<int>(x.size()); i += d) {
    sum += std::sin(x[i]) * x[start];
    start = 0;
  }
  return sum * x[start];
}

// The bound, the step or the counter changes otherwise: these stay. The last one counts down.
// CHECK-LABEL: struct others_kernel
// CHECK: static double sweep(
// CHECK-COUNT-3: while (
// CHECK: tangent_sweep(
TREELIZE(kernel) double others(std::span<const double> x) {
  int bound = 3, step = 1, down = 2, i = 0, j = 0, k = 0;
  double sum = 1;
  while (i < bound) {
    bound -= i;
    sum *= x[i];
    ++i;
  }
  while (j < 3) {
    sum += x[j] * sum;
    j += step;
    step += 1;
  }
  while (k < 3) {
    if (x[k] > 0)
      ++k;
    sum += x[k] * x[1];
    ++k;
  }
  while (down > 0) {
    sum += sum * x[down];
    --down;
  }
  return sum;
}

// What has ended a loop need not be known where its counter is taken back.
// CHECK-LABEL: struct left_kernel
// CHECK: static double sweep(
// CHECK: while (looping && i < bound) {
// CHECK-NOT: push(looping)
// CHECK: looping = false;
// CHECK-NEXT: }
// CHECK-NEXT: ++i;
// CHECK: for (std::size_t trip = 0; trip < trips; ++trip) {
// CHECK-NOT: if (looping)
// CHECK: --i;
// CHECK: tangent_sweep(
TREELIZE(kernel) double left(std::span<const double> x) {
  double sum = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    sum += std::sin(x[i]) * sum + x[i];
    if (sum > 1.5)
      break;
  }
  return sum;
}

} // namespace app

#include "counting.treelize.hpp"

int main() {
  for (const std::vector<double>& x : {std::vector{0.9, -0.3, 0.4, 0.7, 1.2, -0.2}, std::vector{-0.5, 0.2, -0.4, 0.8, -0.6, 0.3}}) {
    check::scalar("triangle", app::kernels::triangle, x);
    check::scalar("strided", app::kernels::strided, x, 2);
    check::scalar("strided", app::kernels::strided, x, 4);
    check::scalar("part", app::kernels::part, x, std::size_t{1}, std::size_t{4});
    check::scalar("part", app::kernels::part, x, std::size_t{3}, std::size_t{3});
    check::scalar("inner", app::kernels::inner, x, std::vector<std::size_t>{2, 5});
    check::scalar("resumed", app::kernels::resumed, x, 2u);
    check::scalar("resumed", app::kernels::resumed, x, 6u);
    check::scalar("moved", app::kernels::moved, x, 2, 1);
    check::scalar("moved", app::kernels::moved, x, 1, 3);
    check::scalar("left", app::kernels::left, x);
    check::scalar("others", app::kernels::others, x);
  }
  return check::finish();
}
