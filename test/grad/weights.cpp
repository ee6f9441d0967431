// The reverse of an iteration that has no seed is skipped: zero, or so small that products with it are subnormal.
// RUN: %treelize %s -o %T/weights.treelize.hpp -- -std=c++20 -I%S/../Inputs
// RUN: %FileCheck %s --input-file=%T/weights.treelize.hpp
// RUN: %cxx -I%S/../Inputs -I%T %s %link -o %t && %t
// RUN: %treelize %s -o - --disable-pass=zeros -- -std=c++20 -I%S/../Inputs | %FileCheck %s --check-prefix=OFF
#include <GradientCheck.h>
#include <treelize/annotations.hpp>

#include <cmath>

namespace app {

// CHECK-LABEL: struct mixture_kernel
// CHECK: static double sweep(
// CHECK: if (treelize::is_significant(term_b[k])) {
// CHECK: for (
// CHECK: tangent_sweep(
// OFF-NOT: is_significant
/// A softmax of quadratic forms; `scratch` belongs to one iteration.
TREELIZE(kernel) double mixture(std::span<const double> x) {
  const std::size_t n = x.size();
  std::vector<double> term(n), scratch(n);
  for (std::size_t k = 0; k < n; ++k) {
    for (std::size_t i = 0; i < n; ++i)
      scratch[i] = x[i] * x[k] - 1;
    double sum = 0;
    for (std::size_t i = 0; i < n; ++i)
      sum += scratch[i] * scratch[i] * x[i];
    term[k] = -sum * sum * 3000;
  }
  double total = 0;
  for (std::size_t k = 0; k < n; ++k)
    total += std::exp(term[k]);
  return std::log(total + 1e-3) + 1e-3 * term[0];
}

// The iteration also changes what the next one reads, keeps what another loop wants, or has a seed of its own.
// CHECK-LABEL: struct carried_kernel
// CHECK-NOT: is_significant
// CHECK: struct next_kernel
TREELIZE(kernel) double carried(std::span<const double> x) {
  const std::size_t n = x.size();
  std::vector<double> term(n), shared(n, 1.0);
  double state = 1;
  for (std::size_t k = 0; k < n; ++k) {
    for (std::size_t i = 0; i < n; ++i)
      shared[i] = shared[i] * x[k] + 0.5;
    double sum = 0;
    for (std::size_t i = 0; i < n; ++i)
      sum += shared[i] * x[i];
    state = state * 0.5 + sum;
    term[k] = sum * sum;
  }
  double total = 0;
  for (std::size_t k = 0; k < n; ++k)
    total += term[k] * (k == 1 ? 0.0 : 1.0);
  return total + state;
}

// A seed that is the same for all iterations is no reason to ask.
// CHECK-NOT: is_significant
TREELIZE(kernel) double next(std::span<const double> x) {
  double total = 0;
  for (std::size_t k = 0; k < x.size(); ++k)
    for (std::size_t i = 0; i < x.size(); ++i)
      total += x[i] * x[k] * x[k];
  return total * x[0];
}

// A minimum that iterations carry along seeds those alone that lie on the best path. What an iteration has
// overwritten is put back in any case.
// CHECK-LABEL: struct warped_kernel
// CHECK: static double sweep(
// CHECK: TREELIZE_CARRIED
// CHECK: [[ROW:[a-z]+]][j] = [[OLD:[a-z_]+]][
// CHECK-NEXT: if (treelize::is_significant([[ROW]]_b[j])) {
// CHECK: tangent_sweep(
TREELIZE(kernel) double warped(std::span<const double> x) {
  const std::size_t n = x.size();
  std::vector<double> last(n + 1, 10.0), row(n + 1, 10.0);
  last[0] = 0;
  for (std::size_t i = 1; i <= n; ++i) {
    row[0] = 10;
    for (std::size_t j = 1; j <= n; ++j) {
      const double d = x[i - 1] - 0.5 * x[j - 1] * x[j - 1];
      row[j] = d * d + std::min({last[j], row[j - 1], last[j - 1]});
    }
    std::swap(last, row);
  }
  return last[n];
}

// All of them have a seed where each hands on a share, chosen or not.
// CHECK-LABEL: struct shares_kernel
// CHECK-NOT: is_significant
TREELIZE(kernel) double shares(std::span<const double> x) {
  std::vector<double> row(x.begin(), x.end());
  for (std::size_t i = 1; i < x.size(); ++i)
    row[i] = row[i] * row[i] + 0.3 * row[i - 1] + std::max(row[i - 1], x[0]);
  return row[x.size() - 1];
}

} // namespace app

#include "weights.treelize.hpp"

int main() {
  for (const std::vector<double>& x : {std::vector{0.9, -0.3, 0.4}, std::vector{0.5, 1.2, 0.6, 0.8}}) {
    check::scalar("mixture", app::kernels::mixture, x);
    check::scalar("carried", app::kernels::carried, x);
    check::scalar("next", app::kernels::next, x);
    check::scalar("warped", app::kernels::warped, x);
    check::scalar("shares", app::kernels::shares, x);
  }
  return check::finish();
}
