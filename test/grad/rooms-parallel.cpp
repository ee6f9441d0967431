// Iterations that run at the same time do not share a room: each takes what it needs from a tape of its own.
// RUN: %treelize %s -o - -- -std=c++20 -fopenmp | %FileCheck %s
#include <treelize/annotations.hpp>
#include <cmath>

// CHECK: static double sweep(
// CHECK-NOT: treelize::room
// CHECK: TREELIZE_PARALLEL_FOR(reduction(+ : total))
// CHECK-NEXT: for (int p = 0; p < n; ++p) {
// CHECK-NEXT: treelize::tape tape;
// CHECK: tape.take<double>(
// CHECK-NOT: treelize::room
TREELIZE(kernel) double shared(const double* x, int n) {
  double total = 0;
#pragma omp parallel for reduction(+ : total)
  for (int p = 0; p < n; ++p) {
    double sum = 0;
    for (int i = 0; i < n; ++i)
      sum += std::exp(x[i] * x[p]);
    total += std::log(sum);
  }
  return total;
}
