// Over lanes a tangent is multiplied once in a statement, by all of its factors: numbers are cheaper than lanes.
// RUN: %treelize %s -o %t.treelize.hpp -- -std=c++20 -DGENERATED='"%t.treelize.hpp"'
// RUN: %FileCheck %s --input-file=%t.treelize.hpp
// RUN: %treelize %s -o - --disable-pass=factors -- -std=c++20 | %FileCheck %s --check-prefix=OFF
// RUN: %allcxx -DGENERATED='"%t.treelize.hpp"' %s -fsyntax-only
// RUN: %cxx -DGENERATED='"%t.treelize.hpp"' %s %link -o %t && %t
#include <treelize/annotations.hpp>

#include <cmath>
#include <span>

namespace app {

// One number's tangent stays as it is: no operation is saved there.
// CHECK-LABEL: struct power_kernel
// CHECK: static void tangent_sweep(
// CHECK: y_t[i] = x[i] * (x[i] * x_t[i] + x[i] * x_t[i]) + x[i] * x[i] * x_t[i];
// CHECK: std::span<treelize::lanes<Lanes>> y_t) {
// CHECK-NEXT: TREELIZE_CHECK_DISTINCT
// CHECK: y_t[i] = x_t[i] * (x[i] * x[i] + x[i] * x[i] + x[i] * x[i]);
// OFF-LABEL: struct power_kernel
// OFF: std::span<treelize::lanes<Lanes>> y_t) {
// OFF-NEXT: TREELIZE_CHECK_DISTINCT
// OFF: y_t[i] = x[i] * (x[i] * x_t[i] + x[i] * x_t[i]) + x[i] * x[i] * x_t[i];
TREELIZE(kernel) inline void power(std::span<const double> x, std::span<double> y) {
  for (std::size_t i = 0; i < x.size(); ++i)
    y[i] = x[i] * x[i] * x[i];
}

// Signs, quotients, other elements.
// CHECK-LABEL: struct mixed_kernel
// CHECK: std::span<treelize::lanes<Lanes>> y_t) {
// CHECK-NEXT: TREELIZE_CHECK_DISTINCT
// CHECK: part2_t = x_t[i - 1] * ((x[i] - c * x[i]) * 3.0) +
// CHECK-NEXT: x_t[i] * (3.0 * x[i - 1] - 3.0 * x[i - 1] * c) -
// CHECK-NEXT: c_t * (3.0 * x[i - 1] * x[i]);
TREELIZE(kernel) inline void mixed(std::span<const double> x, double c, std::span<double> y) {
  for (std::size_t i = 1; i < x.size(); ++i) {
    y[i] = -(x[i] - x[i - 1] * x[i]) / (c * c + 1) - 3 * x[i - 1] * (x[i] - c * x[i]);
    y[i] -= std::sqrt(c * x[i] * x[i] + x[i]) * (x[i] + x[i - 1] * x[i] - c);
  }
}

// What may be infinite keeps its guards.
// CHECK-LABEL: struct guarded_kernel
// CHECK: std::span<treelize::lanes<Lanes>> y_t) {
// CHECK-NEXT: TREELIZE_CHECK_DISTINCT
// CHECK: where_seeded(
TREELIZE(kernel) inline void guarded(std::span<const double> x, std::span<double> y) {
  for (std::size_t i = 0; i < x.size(); ++i)
    y[i] = std::sqrt(x[i] * x[i] * x[i]) * x[i] * x[i];
}

} // namespace app

#ifdef GENERATED
#include GENERATED

#include <cstdio>
#include <vector>

namespace {

using Numbers = std::vector<double>;
int wrong = 0;

/// Columns over lanes are those that come one by one.
template <class Kernel, class... Rest>
void check(const char* name, const Kernel& kernel, const Numbers& x, const Rest&... rest) {
  Numbers y(x.size());
  const treelize::matrix wide = kernel.template jacobian<4>(x, rest..., y);
  for (std::size_t j = 0; j < x.size(); ++j) {
    Numbers x_t(x.size()), y_t(x.size());
    x_t[j] = 1;
    kernel.tangent(x, rest..., y, x_t, (0 * rest)..., y_t);
    for (std::size_t i = 0; i < y.size(); ++i)
      if (!(std::fabs(wide(i, j) - y_t[i]) <= 1e-13 * (1 + std::fabs(y_t[i])))) {
        std::printf("%s: (%zu, %zu) is %g, not %g\n", name, i, j, wide(i, j), y_t[i]);
        ++wrong;
      }
  }
}

} // namespace

int main() {
  namespace kernels = app::kernels;
  const Numbers x{0.3, 1.2, 0.7, 2.5, 1.9};
  check("power", kernels::power, x);
  check("mixed", kernels::mixed, x, 0.8);
  check("guarded", kernels::guarded, x);
  check("guarded at zero", kernels::guarded, Numbers{0, 1, 0, 2, 3});
  return wrong;
}
#endif
