// What an iteration adds to one element in several places is added at once, unless something in between has a say.
// RUN: %treelize %s -o %T/joining.treelize.hpp -- -std=c++20 -I%S/../Inputs
// RUN: %FileCheck %s --input-file=%T/joining.treelize.hpp
// RUN: %cxx -I%S/../Inputs -I%T %s %link -o %t && %t
// RUN: %treelize %s -o - --disable-pass=joining -- -std=c++20 -I%S/../Inputs | %FileCheck %s --check-prefix=OFF
#include <GradientCheck.h>
#include <treelize/annotations.hpp>

#include <cmath>

namespace app {

// CHECK-LABEL: struct products_kernel
// CHECK: static double sweep(
// CHECK: x_b[i + 1] +=
// CHECK-NEXT: x_b[i] += {{.*}} + {{.*}};
// CHECK-NEXT: }
// CHECK: tangent_sweep(
// OFF-LABEL: struct products_kernel
// OFF: static double sweep(
// OFF: x_b[i] += {{[^+]*}};
// OFF: x_b[i] += {{[^+]*}};
// OFF: tangent_sweep(
TREELIZE(kernel) double products(std::span<const double> x) {
  double sum = 0;
  for (std::size_t i = 0; i + 1 < x.size(); ++i)
    sum += std::sin(x[i]) * x[i + 1] * x[i];
  return sum;
}

TREELIZE(kernel) double decay(std::span<const double> x, int steps) {
  std::vector<double> u(x.begin(), x.end()), f(x.size());
  for (int s = 0; s < steps; ++s) {
    for (std::size_t i = 0; i < x.size(); ++i)
      f[i] = u[i] - x[i] * (u[i] - 0.1 * u[i]);
    for (std::size_t i = 0; i < x.size(); ++i)
      u[i] = std::sin(f[i]);
  }
  double sum = 0;
  for (double v : u)
    sum += v * v;
  return sum;
}

// Another element of the array, which may be the same one; the index changes; the seed is taken in between.
TREELIZE(kernel) double between(std::span<const double> x) {
  const std::size_t n = x.size();
  std::vector<double> y(x.begin(), x.end());
  double sum = 0;
  std::size_t at = 0;
  for (std::size_t i = 0; i < n; ++i) {
    sum += y[at] * x[i];
    at = (at + 2) % n;
    sum -= y[at] * y[i] * y[i];
    y[i] = y[i] * y[at] + y[i] * x[0];
  }
  for (std::size_t i = 0; i < n; ++i)
    sum += y[i] * y[i] + y[n - 1 - i] * y[i];
  return sum;
}

} // namespace app

#include "joining.treelize.hpp"

int main() {
  const std::vector<double> x{0.9, -0.3, 0.4, 0.7, 1.1};
  check::scalar("products", app::kernels::products, x);
  check::scalar("decay", app::kernels::decay, x, 3);
  check::scalar("between", app::kernels::between, x);
  return check::finish();
}
