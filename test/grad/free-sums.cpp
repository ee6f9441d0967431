// A sum that only derivatives ask for is taken in any order, unless the caller wants the value. One that decides a
// branch, or on which side of a kink a number lies, keeps the order of the primal in every derivative.
// RUN: %treelize %s -o %T/free-sums.treelize.hpp --report=text -- -std=c++20 -I%S/../Inputs | %FileCheck %s --check-prefix=REPORT
// RUN: %FileCheck %s --input-file=%T/free-sums.treelize.hpp
// RUN: %allcxx -fsyntax-only -I%S/../Inputs -I%T %s
// RUN: %cxx -I%S/../Inputs -I%T %s %link -o %t && %t
// RUN: %clangxx -O3 -I%S/../Inputs -I%T %s %link -o %t && %t
// RUN: %treelize %s -o - --disable-pass=sums -- -std=c++20 -I%S/../Inputs | %FileCheck %s --check-prefix=OFF
#include <GradientCheck.h>
#include <treelize/annotations.hpp>

#include <cmath>
#include <utility>

namespace app {

// REPORT: kernel: app::rates
// REPORT: sums in any order: margin
// CHECK-LABEL: struct rates_kernel
// CHECK: sweep<false>(
// CHECK: const double value = sweep<true>(
// CHECK: static double sweep(
// CHECK: TREELIZE_STEP_IN_ANY_ORDER_UNLESS(with_value, margin, +=, x[j] * data[i * x.size() + j]);
// CHECK: tangent_sweep(
// CHECK-NOT: {{STEP|TERM}}_IN_ANY_ORDER
// CHECK: hvp_sweep(
// CHECK: TREELIZE_STEP_IN_ANY_ORDER(margin, +=, x[j] * data[i * x.size() + j]);
// OFF-NOT: {{STEP|TERM}}_IN_ANY_ORDER
TREELIZE(kernel) double rates(std::span<const double> x, TREELIZE(nondiff) std::span<const double> data) {
  double loss = 0;
  for (std::size_t i = 0; i * x.size() < data.size(); ++i) {
    double margin = 0;
    for (std::size_t j = 0; j < x.size(); ++j)
      margin += x[j] * data[i * x.size() + j];
    loss += std::exp(margin);
  }
  return loss;
}

// What the adjoint leaves as it was is no value of the caller's.
// CHECK-LABEL: struct scaled_kernel
// CHECK: static void sweep(
// CHECK: TREELIZE_STEP_IN_ANY_ORDER(square, +=, x[i] * x[i]);
// CHECK: tangent_sweep(
TREELIZE(kernel) void scaled(std::span<double> x) {
  double square = 0;
  for (std::size_t i = 0; i < x.size(); ++i)
    square += x[i] * x[i];
  const double length = std::sqrt(square);
  for (std::size_t i = 0; i < x.size(); ++i)
    x[i] /= length;
}

// REPORT: kernel: app::chosen
// REPORT-NOT: in any order
// REPORT: kernel: app::spread
// REPORT: sums in any order: mean {{.*}}, variance
// CHECK-LABEL: struct chosen_kernel
// CHECK: static double sweep(
// CHECK-NOT: {{STEP|TERM}}_IN_ANY_ORDER{{.*}}sum
// CHECK: tangent_sweep(
TREELIZE(kernel) double chosen(std::span<const double> x) {
  double sum = 0;
  for (std::size_t i = 0; i < x.size(); ++i)
    sum += x[i];
  return sum > 0.5 ? 3 * x[0] + sum : sum * sum + x[0] * x[0];
}

// CHECK-LABEL: struct kink_kernel
// CHECK: static double sweep(
// CHECK-NOT: {{STEP|TERM}}_IN_ANY_ORDER{{.*}}sum
// CHECK: tangent_sweep(
TREELIZE(kernel) double kink(std::span<const double> x) {
  double sum = 0;
  for (std::size_t i = 0; i < x.size(); ++i)
    sum += x[i];
  const double doubled = 2 * sum;
  return std::fabs(doubled) * x[1];
}

// Not below zero by rounding either: the root of a difference, beside that of a variance.
// CHECK-LABEL: struct spread_kernel
// CHECK: static double sweep(
// CHECK: with_value, mean,
// CHECK: with_value, variance,
// CHECK-NOT: {{STEP|TERM}}_IN_ANY_ORDER{{.*}}rest
// CHECK: tangent_sweep(
TREELIZE(kernel) double spread(std::span<const double> x) {
  double mean = 0;
  for (std::size_t i = 0; i < x.size(); ++i)
    mean += x[i];
  mean /= static_cast<double>(x.size());
  double variance = 0;
  for (std::size_t i = 0; i < x.size(); ++i)
    variance += (x[i] - mean) * (x[i] - mean);
  variance /= static_cast<double>(x.size());
  double rest = 9;
  for (std::size_t i = 0; i < x.size(); ++i)
    rest -= x[i] * x[i];
  return std::sqrt(variance + 1e-5) * std::sqrt(rest);
}

// REPORT: sums in any order: sum
// CHECK-LABEL: struct guarded_kernel
// CHECK: static double sweep(
// CHECK: TREELIZE_STEP_IN_ANY_ORDER_UNLESS(with_value, sum, +=, x[i] * x[i + 1]);
// CHECK: tangent_sweep(
TREELIZE(kernel) double guarded(std::span<const double> x) {
  double sum = 0;
  for (std::size_t i = 0; i + 1 < x.size(); ++i)
    if (x[i] > 0)
      sum += x[i] * x[i + 1];
  return std::exp(sum);
}

// What has an order of its own keeps it, and stands as the primal has it where the value is wanted: compilers contract
// products and sums within one expression.
// CHECK-LABEL: struct thrice_kernel
// CHECK: static double sweep(
// CHECK: TREELIZE_TERM_IN_ANY_ORDER_UNLESS(with_value, sum, +=, x[i] * x[0] * x[i]);
// CHECK: TREELIZE_STEP_IN_ANY_ORDER_UNLESS(with_value, rest, -=, x[i] * x_here);
// CHECK: tangent_sweep(
TREELIZE(kernel) double thrice(std::span<const double> x) {
  double sum = 0, rest = 1;
  for (std::size_t i = 0; i < x.size(); ++i)
    sum += x[i] * x[0] * x[i];
  for (std::size_t i = 0; i < x.size(); ++i)
    rest -= x[i] * x[0];
  return std::exp(sum) * rest;
}

// A jump at half a turn; a root of a square, which is a kink; a domain that ends at minus one; a counter below zero.
// CHECK-LABEL: struct turned_kernel
// CHECK: static double sweep(
// CHECK-NOT: {{STEP|TERM}}_IN_ANY_ORDER
// CHECK: tangent_sweep(
TREELIZE(kernel) double turned(std::span<const double> x) {
  double sum = 0;
  for (std::size_t i = 0; i < x.size(); ++i)
    sum += x[i];
  const double angle = std::atan2(sum, -1.0);
  return angle * angle;
}
// CHECK-LABEL: struct rooted_kernel
// CHECK: static double sweep(
// CHECK-NOT: {{STEP|TERM}}_IN_ANY_ORDER
// CHECK: tangent_sweep(
TREELIZE(kernel) double rooted(std::span<const double> x) {
  double sum = 0;
  for (std::size_t i = 0; i < x.size(); ++i)
    sum += x[i];
  const double square = 2 * (sum * sum);
  return std::sqrt(square) * x[1];
}
// CHECK-LABEL: struct barrier_kernel
// CHECK: static double sweep(
// CHECK-NOT: {{STEP|TERM}}_IN_ANY_ORDER
// CHECK: tangent_sweep(
TREELIZE(kernel) double barrier(std::span<const double> x) {
  double sum = 0;
  for (std::size_t i = 0; i < x.size(); ++i)
    sum += x[i] * x[i];
  return std::log1p(-sum);
}
// CHECK-LABEL: struct moment_kernel
// CHECK: static double sweep(
// CHECK-NOT: {{STEP|TERM}}_IN_ANY_ORDER
// CHECK: tangent_sweep(
TREELIZE(kernel) double moment(std::span<const double> x, int n) {
  double sum = 0;
  for (int i = -n; i < n; ++i)
    sum += i * (x[i + n] * x[i + n]);
  return std::sqrt(sum);
}

} // namespace app

#include "free-sums.treelize.hpp"

namespace {

std::vector<double> numbers(std::size_t n) {
  std::vector<double> x(n);
  for (std::size_t i = 0; i < n; ++i)
    x[i] = std::sin(static_cast<double>(7 * i + 1)) / 3;
  return x;
}

/// Bit for bit.
template <class Kernel, class... Rest>
void sameValue(const char* name, const Kernel& kernel, const std::vector<double>& x, Rest... rest) {
  const std::span<const double> at(x);
  check::near(name, "value", kernel.value_and_grad(at, rest...).value, kernel(at, rest...), 0, 0);
}

/// In the order of the primal every three of these are zero, but not in parts.
std::vector<double> cancelling(std::size_t triples) {
  std::vector<double> x;
  for (std::size_t i = 0; i < triples; ++i)
    x.insert(x.end(), {1e16, 1, -1e16});
  return x;
}

} // namespace

int main() {
  for (const std::size_t n : {1, 2, 5, 8, 37}) {
    const std::vector<double> x = numbers(n), data = numbers(11 * n);
    const std::span<const double> all(data);
    check::scalar("rates", app::kernels::rates, x, all);
    sameValue("rates", app::kernels::rates, x, all);
    if (n > 1)
      check::inPlace("scaled", app::kernels::scaled, x);
    check::scalar("chosen", app::kernels::chosen, x);
    sameValue("chosen", app::kernels::chosen, x);
    check::scalar("guarded", app::kernels::guarded, x);
    sameValue("guarded", app::kernels::guarded, x);
    check::scalar("thrice", app::kernels::thrice, x);
    sameValue("thrice", app::kernels::thrice, x);
    check::scalar("barrier", app::kernels::barrier, std::vector<double>(x.begin(), x.begin() + 1));
    check::scalar("spread", app::kernels::spread, x);
    sameValue("spread", app::kernels::spread, x);
  }
  for (const std::size_t triples : {1, 4, 5, 8, 16, 33}) {
    const std::vector<double> x = cancelling(triples);
    const auto chosen = app::kernels::chosen.grad(std::span<const double>(x)).x;
    const auto kink = app::kernels::kink.grad(std::span<const double>(x)).x;
    check::near("chosen", "first derivative", chosen[0], 2e16, 0, 0);
    check::near("chosen", "second derivative", chosen[1], 0, 0, 0);
    check::near("kink", "derivative", kink[0], 0, 0, 0);
    auto below = x;
    below[2] -= 4; // which the first sums keep, one after the other
    const std::span<const double> at(below);
    const auto [turned, turnedSlope] = app::kernels::turned.value_and_grad(at);
    check::near("turned", "derivative", app::kernels::turned.grad(at).x[0], turnedSlope.x[0], 0, 0);
    const auto [rooted, rootedSlope] = app::kernels::rooted.value_and_grad(at);
    check::near("rooted", "derivative", app::kernels::rooted.grad(at).x[0], rootedSlope.x[0], 0, 0);
  }
  return check::finish();
}
