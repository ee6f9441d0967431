// A parallel loop is differentiated as the sequential loop that it agrees with, private variables included.
// RUN: %treelize %s -o %T/openmp.treelize.hpp -- -std=c++20 -fopenmp -I%S/../../Inputs
// RUN: %FileCheck %s --input-file=%T/openmp.treelize.hpp
// RUN: %cxx -I%S/../../Inputs -I%T -Wno-unknown-pragmas %s %link -o %t && %t
#include <GradientCheck.h>
#include <treelize/annotations.hpp>

namespace app {

// CHECK: struct total_kernel
TREELIZE(kernel) double total(std::span<const double> x) {
  const int n = static_cast<int>(x.size());
  double sum = 0;
#pragma omp parallel for reduction(+ : sum) schedule(static)
  for (int i = 0; i < n; ++i)
    sum += std::sin(x[static_cast<std::size_t>(i)]) * x[0];
  return sum * sum;
}

TREELIZE(kernel) double smoothed(std::span<const double> x) {
  const int n = static_cast<int>(x.size());
  std::vector<double> y(x.size());
  double left = 1, scale = 3;
#pragma omp parallel for private(left) firstprivate(scale)
  for (int i = 1; i < n; ++i) {
    left = x[static_cast<std::size_t>(i - 1)];
    y[static_cast<std::size_t>(i)] = left * x[static_cast<std::size_t>(i)] * scale;
  }
  double sum = left + scale; // as they were
#pragma omp simd reduction(+ : sum)
  for (int i = 0; i < n; ++i)
    sum += y[static_cast<std::size_t>(i)] * y[static_cast<std::size_t>(i)];
  return sum;
}

} // namespace app

#include "openmp.treelize.hpp"

int main() {
  const std::vector<double> x{0.7, 1.3, -0.4, 1.9, 0.2};
  check::scalar("total", app::kernels::total, x);
  check::near("smoothed", "x", app::kernels::smoothed.grad(x).x[0], 2 * 9 * 1.3 * 1.3 * 0.7, 1e-14, 0);
  check::near("smoothed", "tangent", app::kernels::smoothed.tangent(x, std::vector<double>{1, 0, 0, 0, 0}).derivative,
              2 * 9 * 1.3 * 1.3 * 0.7, 1e-14, 0);
  return check::finish();
}
