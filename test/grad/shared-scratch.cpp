// A vector that each iteration of a loop makes anew is one vector before the loop: nothing is allocated in the loop, nor
// copied to the tape at the end of an iteration.
// RUN: %treelize %s -o %T/shared-scratch.treelize.hpp -- -std=c++20 -I%S/../Inputs
// RUN: %FileCheck %s --input-file=%T/shared-scratch.treelize.hpp
// RUN: %cxx -I%S/../Inputs -I%T %s %link -o %t && %t
// RUN: %treelize %s -o - --disable-pass=privatize -- -std=c++20 -I%S/../Inputs | %FileCheck %s --check-prefix=OFF
#include <GradientCheck.h>
#include <treelize/annotations.hpp>

#include <cmath>
#include <utility>

namespace app {

// Filled before it is read.
// CHECK-LABEL: struct filled_kernel
// CHECK: static double sweep(
// CHECK-NOT: std::vector<double> force
// CHECK-NOT: push(force
// CHECK: double* const force = treelize::row(force_rows
// CHECK: tangent_sweep(
// OFF-LABEL: struct filled_kernel
// OFF: tape.push(force);
TREELIZE(kernel) double filled(std::span<const double> x, int steps) {
  const int n = static_cast<int>(x.size());
  std::vector<double> v(x.begin(), x.end());
  for (int step = 0; step < steps; ++step) {
    std::vector<double> force(n);
    for (int i = 0; i < n; ++i)
      force[i] = std::sin(v[i] * x[0]);
    for (int i = 0; i < n; ++i)
      v[i] += 0.1 * force[i] * force[(i + 1) % n] * v[i];
  }
  return v[0] * v[1];
}

// Zeros that an iteration adds to are set where the vector was made.
// CHECK-LABEL: struct summed_kernel
// CHECK: static double sweep(
// CHECK-NOT: std::vector<double> bins
// CHECK: bins[at] = 0.0;
// CHECK: bins[{{.*}}] +=
// CHECK: tangent_sweep(
TREELIZE(kernel) double summed(std::span<const double> x, std::size_t count) {
  double sum = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    std::vector<double> bins(count);
    for (std::size_t k = 0; k < x.size(); ++k)
      bins[(k + i) % count] += x[k] * x[i];
    for (std::size_t k = 0; k < count; ++k)
      sum += bins[k] * bins[k] * x[i];
  }
  return sum;
}

// The next state takes the place of the present one: they are exchanged, and nothing is copied.
// CHECK-LABEL: struct moved_kernel
// CHECK: static double sweep(
// CHECK-NOT: push(
// CHECK-NOT: = std::move(
// CHECK: tangent_sweep(
TREELIZE(kernel) double moved(std::span<const double> x, int steps) {
  const std::size_t n = x.size();
  std::vector<double> now(n);
  for (std::size_t i = 0; i < n; ++i)
    now[i] = x[i];
  for (int step = 0; step < steps; ++step) {
    std::vector<double> next(n);
    for (std::size_t i = 0; i < n; ++i)
      next[i] = now[i] + 0.1 * std::sin(now[(i + 1) % n] * now[i]);
    now = std::move(next);
  }
  return now[0] * now[n - 1] + x[1];
}

TREELIZE(kernel) double copied(std::span<const double> x, int steps) {
  const int n = static_cast<int>(x.size());
  std::vector<double> now(n, 0.5);
  for (int step = 0; step < steps; ++step) {
    std::vector<double> next(n);
    for (int i = 0; i + 1 < n; ++i)
      next[i] += now[i] * now[i + 1] * x[i];
    now = next;
  }
  return now[0] * x[2] + now[1];
}

TREELIZE(kernel) double swapped(std::span<const double> x, int steps) {
  const std::size_t n = x.size();
  std::vector<double> now(n, 0.5);
  for (int step = 0; step < steps; ++step) {
    std::vector<double> next(n);
    for (std::size_t i = 0; i < n; ++i)
      next[n - 1 - i] = std::cos(now[i]) * x[i];
    std::swap(now, next);
  }
  return now[0] * x[2] + now[1];
}

// Not one that lives on, nor one as long as the loop's counter says, nor one that is handed on in some iterations only.
TREELIZE(kernel) double others(std::span<const double> x) {
  std::vector<double> last(x.size());
  double sum = 0;
  for (std::size_t i = 1; i < x.size(); ++i) {
    std::vector<double> longer(i), some(x.size());
    for (std::size_t k = 0; k < i; ++k)
      longer[k] = x[k] * x[i];
    for (std::size_t k = 0; k < x.size(); ++k)
      some[k] = longer[k % i] * longer[0] + last[k];
    sum += some[i] * some[0];
    if (i % 2 == 1)
      last = some;
  }
  return sum + last[0] * last[2];
}

// A loop that runs not at all makes no vector of a negative length.
TREELIZE(kernel) double none(std::span<const double> x, int n) {
  double sum = x[0] * x[1];
  for (int i = 0; i < n; ++i) {
    std::vector<double> scratch(n);
    for (int k = 0; k < n; ++k)
      scratch[k] = x[k] * x[i];
    for (int k = 0; k < n; ++k)
      sum += scratch[k] * scratch[n - 1 - k];
  }
  return sum;
}

} // namespace app

#include "shared-scratch.treelize.hpp"

int main() {
  for (const std::vector<double>& x : {std::vector{0.9, -0.3, 0.4, 1.7}, std::vector{-0.5, 0.2, -0.4, 0.1, 0.6}}) {
    check::scalar("filled", app::kernels::filled, x, 4);
    check::scalar("summed", app::kernels::summed, x, std::size_t{3});
    check::scalar("moved", app::kernels::moved, x, 3);
    check::scalar("moved", app::kernels::moved, x, 0);
    check::scalar("copied", app::kernels::copied, x, 3);
    check::scalar("swapped", app::kernels::swapped, x, 3);
    check::scalar("others", app::kernels::others, x);
    check::scalar("none", app::kernels::none, x, 3);
    check::scalar("none", app::kernels::none, x, -1);
  }
  return check::finish();
}
