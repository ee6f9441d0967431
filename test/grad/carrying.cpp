// A sum that an element holds is carried through a loop in a local: stored each time where the loop reads what may be the
// same element by another index, once where it does not, and never where the loop does not run, unless the element is sure
// to be there. So nothing of it is kept.
// RUN: %treelize %s -o %T/carrying.treelize.hpp -- -std=c++20 -I%S/../Inputs
// RUN: %FileCheck %s --input-file=%T/carrying.treelize.hpp
// RUN: %cxx -fsanitize=address,undefined -Wno-unknown-pragmas -I%S/../Inputs -I%T %s %link -o %t && %t
// RUN: %treelize %s -o - -- -std=c++20 -fopenmp -I%S/../Inputs | %FileCheck %s --check-prefix=THREADS
// RUN: %treelize %s -o - --disable-pass=carrying -- -std=c++20 -I%S/../Inputs | %FileCheck %s --check-prefix=OFF
#include <GradientCheck.h>
#include <treelize/annotations.hpp>
#include <treelize/check_gradient.hpp>

namespace app {

// CHECK-LABEL: struct substitution_kernel
// CHECK: static double sweep(
// CHECK: double x_sum = b[i];
// CHECK-NEXT: for (int j = 0; j < i; ++j) {
// CHECK-NEXT: TREELIZE_STEP_IN_ANY_ORDER_UNLESS(with_value, x_sum, -=, l[i * n + j] * x[j]);
// CHECK-NEXT: }
// CHECK-NEXT: x[i] = x_sum;
// CHECK: const double x_sum_b = x_b[i];
// CHECK: l_b[i * n + j] -= x_sum_b * x[j];
// CHECK: tangent_sweep(
// CHECK: double x_t_sum = b_t[i];
// CHECK-NEXT: double x_sum = b[i];
// CHECK-NEXT: for (int j = 0; j < i; ++j) {
// CHECK: x_sum -= l[i * n + j] * x[j];
// CHECK-NEXT: }
// CHECK-NEXT: x_t[i] = x_t_sum;
// CHECK-NEXT: x[i] = x_sum;
// OFF-LABEL: struct substitution_kernel
// OFF: static double sweep(
// OFF: x[i] -= l[i * n + j] * x[j];
// OFF: tangent_sweep(
// OFF: x[i] -= l[i * n + j] * x[j];
TREELIZE(kernel) double substitution(const double* l, const double* b, int n) {
  std::vector<double> x(n);
  for (int i = 0; i < n; ++i) {
    x[i] = b[i];
    for (int j = 0; j < i; ++j)
      x[i] -= l[i * n + j] * x[j];
    x[i] /= l[i * n + i];
  }
  double sum = 0;
  for (int i = 0; i < n; ++i)
    sum += x[i] * x[i];
  return sum;
}

// CHECK-LABEL: struct totals_kernel
// CHECK: tangent_sweep(
// CHECK: double y_sum = 0 < count ? y[at] : 0.0;
// CHECK: y_sum += x[j] * x[j];
// CHECK-NEXT: }
// CHECK: y[at] = y_sum;
TREELIZE(kernel) double totals(std::span<const double> x, int at, int count) {
  std::vector<double> y(x.begin(), x.end());
  for (int j = 0; j < count; ++j)
    y[at] += x[j] * x[j];
  return y[0] * y[1];
}

// The sum itself is read in the same iteration.
// CHECK-LABEL: struct running_kernel
// CHECK: static double sweep(
// CHECK: y_sum += x[i] * x[i];
// CHECK-NEXT: TREELIZE_STEP_IN_ANY_ORDER_UNLESS(with_value, y_sum2, +=, y_sum * x[i]);
TREELIZE(kernel) double running(std::span<const double> x) {
  std::vector<double> y(2);
  for (double e : x) {
    y[1] += e * e;
    y[0] += y[1] * e;
  }
  return y[0] * y[1];
}

// The element is read in the step before. What it is in between, nobody asks.
// CHECK-LABEL: struct steps_kernel
// CHECK: static double sweep(
// CHECK-NOT: rate_old[j]
// CHECK: double rate_sum = 0.1;
// CHECK: rate_row[i] = rate_sum;
// CHECK: static treelize::tangent_result
// OFF-LABEL: struct steps_kernel
// OFF: static double sweep(
// OFF: rate_old[j] = rate[i];
TREELIZE(kernel) double steps(std::span<const double> x, int n, int count) {
  std::vector<double> place(x.begin(), x.end()), rate(n);
  for (int step = 0; step < count; ++step) {
    for (int i = 0; i < n; ++i) {
      rate[i] = 0.1;
      for (int j = 0; j < n; ++j)
        rate[i] += place[j] / (1 + place[i] * place[i]);
    }
    for (int i = 0; i < n; ++i)
      place[i] += 0.5 * rate[i] * rate[i];
  }
  return place[0] * rate[1];
}

// Both ends of a pair: the one that all iterations add to is apart from the others.
// CHECK-LABEL: struct forces_kernel
// CHECK: static double sweep(
// CHECK: double f_sum = i + 1 < n ? f[i] : 0.0;
// CHECK: TREELIZE_STEP_IN_ANY_ORDER_UNLESS(with_value, f_sum, +=, pull);
// CHECK-NEXT: f[j] -= pull;
// CHECK: if (i + 1 < n) {
// CHECK-NEXT: f[i] = f_sum;
TREELIZE(kernel) double forces(std::span<const double> x, int n) {
  std::vector<double> f(n);
  for (int i = 0; i < n; ++i)
    for (int j = i + 1; j < n; ++j) {
      const double d = x[j] - x[i], pull = d / (0.1 + d * d);
      f[i] += pull;
      f[j] -= pull;
    }
  double sum = 0;
  for (double e : f)
    sum += e * e * e;
  return sum;
}

// What decides keeps the order of the source, and so does what both ends of a pair may add to.
// CHECK-LABEL: struct decisive_kernel
// CHECK: static double sweep(
// CHECK-NOT: ANY_ORDER
// CHECK: y_sum += x[j] * x[j];
// CHECK: f[i] += x[j];
// CHECK-NEXT: f[j] += x[i];
// CHECK: static treelize::tangent_result
TREELIZE(kernel) double decisive(std::span<const double> x, int n) {
  std::vector<double> y(n), f(n);
  double sum = 0;
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < n; ++j)
      y[i] += x[j] * x[j];
    for (int j = i; j < n; ++j) {
      f[i] += x[j];
      f[j] += x[i];
    }
    sum += y[i] > 1 ? y[i] * f[i] : f[i] * f[i];
  }
  return sum;
}

// Threads add where they add.
// THREADS-LABEL: struct shared_kernel
// THREADS: tangent_sweep(
// THREADS: y[i] += x[i] * x[j];
TREELIZE(kernel) double shared(std::span<const double> x, int n) {
  std::vector<double> y(x.size());
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j)
      y[i] += x[i] * x[j];
  return y[0] * y[1];
}

// The element is read in between, as the index of another one.
// CHECK-LABEL: struct indexed_kernel
// CHECK: static double sweep(
// CHECK-NOT: double y_sum = (1.0 + i)
// CHECK: tangent_sweep(
TREELIZE(kernel) double indexed(std::span<const double> x, int n) {
  std::vector<double> y(x.size()), z(x.size());
  double sum = 0;
  for (int i = 0; i < n; ++i) {
    y[i] = (1.0 + i) * x[i];
    z[static_cast<int>(y[i])] = x[i];
    for (int j = 0; j < n; ++j)
      y[i] += x[j] * x[i];
  }
  for (int i = 0; i < n; ++i)
    sum += y[i] * y[i] + z[i] * z[i] * i;
  return sum;
}

// The element is set although the loop does not run.
TREELIZE(kernel) double unrun(std::span<const double> x, int n, int m) {
  std::vector<double> y(n);
  for (int i = 0; i < n; ++i) {
    y[i] = x[i] * x[i];
    double c[3] = {x[i], 2 * x[i], x[0]};
    c[1] *= x[1];
    for (int j = 0; j < m; ++j)
      y[i] += c[j] * x[j] * x[i];
  }
  double sum = 0;
  for (int i = 0; i < n; ++i)
    sum += y[i] * y[i];
  return sum;
}

// Two elements that are one where the loop does not run.
TREELIZE(kernel) double ends(std::span<const double> x, int n) {
  std::vector<double> f(n);
  f[0] = x[0] * x[0];
  f[n - 1] = x[1] * x[2];
  for (int j = 0; j < n - 1; ++j) {
    f[n - 1] += x[j] * x[j + 1];
    f[0] -= x[j] * x[j];
  }
  double sum = 0;
  for (int i = 0; i < n; ++i)
    sum += f[i] * f[i];
  return sum;
}

} // namespace app

#include "carrying.treelize.hpp"

int main() {
  const std::vector<double> x{0.9, -0.3, 0.4, 0.7}, l{1.5, 0, 0, 0.4, 0.8, 0, -0.3, 0.9, 1.1}, b{1, -2, 0.5};
  std::vector<double> l_b(9), b_b(3);
  app::kernels::substitution.adjoint(l.data(), b.data(), 3, 1.0, l_b.data(), b_b.data());
  for (int i = 0; i < 12; ++i) {
    std::vector<double> l_t(9), b_t(3), up = l, down = l, more = b, less = b;
    const double step = 1e-6;
    (i < 9 ? l_t[i] : b_t[i - 9]) = 1;
    (i < 9 ? up[i] : more[i - 9]) += step;
    (i < 9 ? down[i] : less[i - 9]) -= step;
    const double expected = (app::substitution(up.data(), more.data(), 3) - app::substitution(down.data(), less.data(), 3)) / (2 * step);
    const double tangent = app::kernels::substitution.tangent(l.data(), b.data(), 3, l_t.data(), b_t.data()).derivative;
    check::near("substitution", "tangent", tangent, expected, 1e-7, 1);
    check::near("substitution", "adjoint", i < 9 ? l_b[i] : b_b[i - 9], expected, 1e-7, 1);
  }
  for (int count : {0, 3})
    check::scalar("totals", app::kernels::totals, x, 1, count);
  check::scalar("totals", app::kernels::totals, x, 1 << 24, 0); // there is no such element
  check::scalar("running", app::kernels::running, x);
  for (int n : {0, 1, 4}) {
    check::scalar("forces", app::kernels::forces, x, n);
    check::scalar("decisive", app::kernels::decisive, x, n);
  }
  for (int count : {0, 1, 3})
    check::scalar("steps", app::kernels::steps, x, 4, count);
  const std::vector<double> low{0.35, 0.8, 0.6, 0.3};
  for (int n : {1, 2, 4}) {
    check::scalar("indexed", app::kernels::indexed, low, n);
    check::near("indexed", "value", app::kernels::indexed.value_and_grad(low, n).value, app::indexed(low, n), 0, 1);
    check::scalar("ends", app::kernels::ends, x, n);
    check::near("ends", "value", app::kernels::ends.value_and_grad(x, n).value, app::ends(x, n), 0, 1);
    for (int m : {0, 1, 3})
      check::scalar("unrun", app::kernels::unrun, x, n, m);
  }
  check::near("forces", "value", app::kernels::forces.value_and_grad(x, 4).value, app::forces(x, 4), 0, 1);
  check::scalar("shared", app::kernels::shared, x, 4);
  return check::finish();
}
