// A loop that the source calls parallel is parallel in the derivatives, as far as its iterations can share what they
// add to; without the pass, and without OpenMP among the flags, it is serial.
// RUN: %treelize %s -o - -- -std=c++20 -fopenmp | %FileCheck %s
// RUN: %treelize %s -o - --disable-pass=parallel -- -std=c++20 -fopenmp | %FileCheck %s --check-prefix=OFF
// RUN: %treelize %s -o - -- -std=c++20 | %FileCheck %s --check-prefix=OFF
// OFF-NOT: TREELIZE_PARALLEL_FOR
// OFF-NOT: TREELIZE_ATOMIC
#include <treelize/annotations.hpp>

#include <cmath>
#include <span>
#include <vector>

// Forwards in both sweeps: each iteration has elements of its own.
// CHECK-LABEL: struct squares_kernel
// CHECK: static void sweep(
// CHECK: TREELIZE_PARALLEL_FOR(schedule(dynamic, 8))
// CHECK-NEXT: for (std::size_t i = 0; i < x.size(); ++i) {
// CHECK: TREELIZE_PARALLEL_FOR(schedule(dynamic, 8))
// CHECK-NEXT: for (std::size_t i = 0; i < x.size(); ++i) {
// CHECK-NOT: TREELIZE_ATOMIC
// CHECK: x_b[i] += {{.*}}y_b{{.*}}
// CHECK: tangent_sweep(
// CHECK: TREELIZE_PARALLEL_FOR(schedule(dynamic, 8))
TREELIZE(kernel) void squares(std::span<const double> x, std::span<double> y) {
#pragma omp parallel for schedule(dynamic, 8)
  for (std::size_t i = 0; i < x.size(); ++i)
    y[i] = x[i] * x[i];
}

// One element for all: a sum of each thread's own. The hints are kept.
// CHECK-LABEL: struct weighed_kernel
// CHECK: double w_b_sum = 0.0;
// CHECK-NEXT: const double w_here = 0 < n ? w[0] : 0.0;
// CHECK-NEXT: TREELIZE_PARALLEL_FOR(num_threads(threads) if (n > 1000) reduction(+ : sum, w_b_sum))
// CHECK: w_b[0] += w_b_sum;
// CHECK: tangent_sweep(
// CHECK: reduction(+ : sum, sum_t))
TREELIZE(kernel) double weighed(std::span<const double> x, std::span<const double> w, int n, int threads) {
  double sum = threads;
#pragma omp parallel for reduction(+ : sum) if (n > 1000) num_threads(threads)
  for (int i = 0; i < n; ++i)
    sum += std::sin(x[static_cast<std::size_t>(i)]) * w[0];
  return sum;
}

// An element that anybody may have is added to by an atomic operation.
// CHECK-LABEL: struct chosen_kernel
// CHECK: TREELIZE_ATOMIC
// CHECK-NEXT: x_b[{{.*}}at[i]{{.*}}] +=
TREELIZE(kernel) double chosen(std::span<const double> x, std::span<const int> at) {
  double sum = 0;
#pragma omp parallel for reduction(+ : sum)
  for (std::size_t i = 0; i < at.size(); ++i)
    sum += std::exp(x[static_cast<std::size_t>(at[i])]);
  return sum;
}

// Many additions to what all share: each thread has a copy. Rows and columns of a matrix are the iteration's own.
// CHECK-LABEL: struct product_kernel
// CHECK: TREELIZE_WRITES(a_b), TREELIZE_WRITES(b_b), TREELIZE_WRITES(x_b));
// CHECK: TREELIZE_SUMS_OF(std::vector<double>)
// CHECK: std::vector<double> x_b_sum(x_b.size());
// CHECK: TREELIZE_PARALLEL_FOR(reduction(+ : sum) reduction(treelize_sum : x_b_sum))
// CHECK-NOT: TREELIZE_ATOMIC
// CHECK: b_b[j * n + i] +=
// CHECK-NOT: TREELIZE_ATOMIC
// CHECK: a_b[i * n + j] +=
// CHECK: x_b[i] += x_b_sum[i];
TREELIZE(kernel) double product(std::span<const double> a, std::span<const double> b, std::span<const double> x, std::size_t n) {
  double sum = 0;
#pragma omp parallel for reduction(+ : sum)
  for (std::size_t i = 0; i < n; ++i) {
    double y = 0;
    for (std::size_t j = 0; j < n; ++j)
      y += a[i * n + j] * x[j];
    for (std::size_t j = 0; j < n; ++j)
      y += b[j * n + i] * x[j];
    sum += y * y;
  }
  return sum;
}

// What iterations would leave on the tape they compute again, each on a tape of its own.
// CHECK-LABEL: struct grown_kernel
// CHECK: static void sweep(
// CHECK-NOT: treelize::tape tape;
// CHECK: TREELIZE_PARALLEL_FOR()
// CHECK-NOT: push
// CHECK: TREELIZE_PARALLEL_FOR()
// CHECK-NEXT: for (std::size_t i = 0; i < x.size(); ++i) {
// CHECK-NEXT: treelize::tape tape;
TREELIZE(kernel) void grown(std::span<const double> x, std::vector<double>& y) {
  std::vector<double> z(x.size());
#pragma omp parallel for
  for (std::size_t i = 0; i < x.size(); ++i) {
    double v = x[i];
    while (v < 10)
      v = v * v + 1;
    z[i] = v;
  }
  for (std::size_t i = 0; i < x.size(); ++i)
    y[i] += z[i];
}

// Variables that are private are the iteration's own; others that each iteration sets keep a loop serial.
// CHECK-LABEL: struct privately_kernel
// CHECK: TREELIZE_PARALLEL_FOR(reduction(+ : sum))
// CHECK-NEXT: for (std::size_t i = 0; i < x.size(); ++i) {
// CHECK-NEXT: const double t = x[i] * f;
// CHECK: TREELIZE_PARALLEL_FOR
// CHECK-LABEL: struct largest_kernel
// CHECK-NOT: TREELIZE_PARALLEL_FOR
TREELIZE(kernel) double privately(std::span<const double> x, double f) {
  double t, sum = 1;
#pragma omp parallel for private(t) firstprivate(f) reduction(+ : sum)
  for (std::size_t i = 0; i < x.size(); ++i) {
    t = x[i] * f;
    sum += t * t;
  }
  return std::log(sum);
}
TREELIZE(kernel) double largest(std::span<const double> x) {
  double best = x[0];
#pragma omp parallel for reduction(max : best)
  for (std::size_t i = 0; i < x.size(); ++i)
    best = x[i] > best ? x[i] : best;
  return best;
}

// Rows of three elements, of which each iteration reads five: constants of two names are two, though one name is the other
// and letters that end a number.
// CHECK-LABEL: struct overlapping_kernel
// CHECK: TREELIZE_PARALLEL_FOR(reduction(+ : sum) reduction(treelize_sum : x_b_sum))
// CHECK: x_b[i] += x_b_sum[i];
constexpr int columns_n = 3, columns_nu = 5;
TREELIZE(kernel) double overlapping(std::span<const double> x, int rows) {
  double sum = 0;
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < rows; ++i)
    for (int j = 0; j < columns_nu; ++j)
      sum += x[static_cast<std::size_t>(i * columns_n + j)] * x[static_cast<std::size_t>(i * columns_n + j)];
  return sum;
}
