// A loop that adds to neighbours of what it reads, or whose terms are dear or chosen by branches, computes the terms of 64
// iterations in rows and then adds them: compilers find vectors in both.
// RUN: %treelize %s -o %T/expansion.treelize.hpp -- -std=c++20 -I%S/../Inputs
// RUN: %FileCheck %s --input-file=%T/expansion.treelize.hpp
// RUN: %cxx -fsanitize=address,undefined -I%S/../Inputs -I%T %s %link -o %t && %t
// RUN: %treelize %s -o - --disable-pass=expansion -- -std=c++20 -I%S/../Inputs | %FileCheck %s --check-prefix=OFF
#include <GradientCheck.h>
#include <treelize/annotations.hpp>

#include <algorithm>
#include <cmath>

namespace app {

// OFF-NOT: {{term|factor}}_row

// In place: what the iterations put back comes first, from the last block to the first one.
// CHECK-LABEL: struct lattice_kernel
// CHECK: j_block_trip-- > 0;
// CHECK-NEXT: const std::ptrdiff_t j_block = j_block_trip * 64;
// CHECK: v[j_begin + at] = v_old[j_begin + at];
// CHECK: v_b[j_begin + at] = 0.0;
// CHECK-NOT: v_b[j_begin + at + 1] +=
// CHECK: }
// CHECK: for (int at = 0; at < j_count; ++at) {
// CHECK-NEXT: v_b[j_begin + at + 1] += {{[a-z_]+}}_row[at] * p;
// CHECK: tangent_sweep(
TREELIZE(kernel, wrt = x) double lattice(std::span<const double> x, double p, int steps) {
  std::vector<double> v(x.begin(), x.end());
  for (int i = std::min<int>(steps, static_cast<int>(x.size()) - 1); i-- > 0;)
    for (int j = 0; j <= i; ++j)
      v[j] = std::max(p * v[j + 1] + (1 - p) * v[j], x[j] * 0.9);
  double sum = 0;
  for (const double value : v)
    sum += value * value;
  return sum;
}

// The same with an adjoint that the caller passes by reference: what it sums up is no other name for an array.
// CHECK-LABEL: struct weighed_kernel
// CHECK: p_b_sum {{[-+]}}=
// CHECK: v_b[j_begin + at + 1] += {{[a-z_]+}}_row[at] * p;
// CHECK: tangent_sweep(
TREELIZE(kernel) double weighed(std::span<const double> x, double p, int steps) {
  return lattice(x, p, steps);
}

// Quotients are computed once, not in each of the loops that add; the two sums into one element are one.
// CHECK-LABEL: struct diffused_kernel
// CHECK: term_row[at] = {{.*}};
// CHECK: for (std::size_t at = 0; at < i_count; ++at) {
// CHECK-NEXT: now_b[i_begin + at] += term_row[at];
// CHECK: now_b[i_begin + at - 1] +=
// CHECK: now_b[i_begin + at + 1] +=
// CHECK-NOT: now_b[i_begin
// CHECK: tangent_sweep(
TREELIZE(kernel) double diffused(std::span<const double> x, int steps) {
  std::vector<double> now(x.begin(), x.end()), next(x.begin(), x.end());
  for (int s = 0; s < steps; ++s) {
    for (std::size_t i = 1; i + 1 < now.size(); ++i) {
      const double e = now[i + 1] - now[i], w = now[i - 1] - now[i];
      next[i] = now[i] + 0.1 * (e / (1 + e * e) + w / (1 + w * w));
    }
    std::swap(now, next);
  }
  double sum = 0;
  for (std::size_t i = 0; i < now.size(); ++i)
    sum += now[i] * now[i] * std::cos(i);
  return sum;
}

// Branches inside branches are selections.
// CHECK-LABEL: struct limited_kernel
// CHECK: a_b = a * b <= 0.0 ? a_b : std::fabs(a) < std::fabs(b) ? a_b + {{.*}} : a_b;
// CHECK: x_b[i_begin + at - 1] -= term_row
inline double minmod(double a, double b) {
  if (a * b <= 0)
    return 0;
  return std::fabs(a) < std::fabs(b) ? a : b;
}
TREELIZE(kernel) double limited(std::span<const double> x) {
  double sum = 0;
  for (int i = 1; i < static_cast<int>(x.size()) - 1; ++i) {
    const double s = minmod(x[i] - x[i - 1], x[i + 1] - x[i]);
    sum += s * s * std::cos(i);
  }
  return sum;
}

// A lag that nobody knows: two loops.
// CHECK-LABEL: struct seasonal_kernel
// CHECK: x_b[t] += d_b[t] *
// CHECK-NOT: x_b[t - lag]
// CHECK: for (int t = lag
// CHECK-NEXT: x_b[t - lag] -=
// CHECK: tangent_sweep(
TREELIZE(kernel, wrt = x) double seasonal(std::span<const double> x, double a, int lag) {
  std::vector<double> d(x.size());
  for (int t = lag; t < static_cast<int>(x.size()); ++t)
    d[t] = x[t] * x[t] - a * x[t - lag];
  double sum = 0;
  for (const double value : d)
    sum += value * value;
  return sum;
}

} // namespace app

#include "expansion.treelize.hpp"

void checkWeighed(const std::vector<double>& x) {
  std::vector<double> x_b(x.size()), same_b(x.size());
  double p_b = 0;
  app::kernels::weighed.adjoint(x, 0.4, 5, 1.0, x_b, p_b);
  app::kernels::lattice.adjoint(x, 0.4, 5, 1.0, same_b);
  for (std::size_t i = 0; i < x.size(); ++i)
    check::near("weighed", "by x", x_b[i], same_b[i], 1e-14, 1);
  const double p_t = app::kernels::weighed.tangent(x, 0.4, 5, std::vector<double>(x.size()), 1.0).derivative;
  check::near("weighed", "by p", p_b, p_t, 1e-12, 1);
}

int main() {
  for (const std::size_t size : {0, 1, 2, 3, 17, 64, 65, 66, 130, 195}) {
    check::scalar("lattice", app::kernels::lattice, check::field(size), 0.4, 5);
    checkWeighed(check::field(size));
    check::scalar("diffused", app::kernels::diffused, check::field(size), 3);
    check::scalar("limited", app::kernels::limited, check::field(size));
    for (const int lag : {0, 1, 12})
      check::scalar("seasonal", app::kernels::seasonal, check::field(size), 0.7, lag);
  }
  return check::finish();
}
