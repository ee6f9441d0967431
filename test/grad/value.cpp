// Who asks for the gradient alone does not pay for what only the value takes: functions, quotients and loops of its
// own. What the reverse sweep asks for as well stays where it is.
// RUN: %treelize %s -o %T/value.treelize.hpp -- -std=c++20 -I%S/../Inputs
// RUN: %FileCheck %s --input-file=%T/value.treelize.hpp
// RUN: %allcxx -fsyntax-only -I%S/../Inputs -I%T %s
// RUN: %cxx -I%S/../Inputs -I%T %s %link -o %t && %t
// RUN: %treelize %s -o - --disable-pass=value -- -std=c++20 -I%S/../Inputs | %FileCheck %s --check-prefix=OFF
#include <GradientCheck.h>
#include <treelize/annotations.hpp>

#include <cmath>

namespace app {

// CHECK-LABEL: struct likelihood_kernel
// CHECK: void adjoint(
// CHECK: sweep<false>(
// CHECK: gradient grad(
// CHECK: sweep<false>(
// CHECK: value_and_grad(
// CHECK: const double value = sweep<true>(
// CHECK: template <bool with_value>
// CHECK-NEXT: static double sweep(
// CHECK: const double exp_value = std::exp(
// CHECK-NEXT: if constexpr (with_value) {
// CHECK-NEXT: const double log1p_value = std::log1p(exp_value);
// CHECK-NEXT: loss += log1p_value - y[i] * margin;
// CHECK-NEXT: }
// CHECK: return result;
// OFF-LABEL: struct likelihood_kernel
// OFF-NOT: with_value
// OFF: std::log1p(
// OFF: tangent_sweep(
TREELIZE(kernel) double likelihood(std::span<const double> x, TREELIZE(nondiff) std::span<const double> y) {
  double loss = 0;
  for (std::size_t i = 0; i < y.size(); ++i) {
    const double margin = x[0] + x[1] * y[i];
    loss += std::log1p(std::exp(margin)) - y[i] * margin;
  }
  return loss;
}

// What both sweeps calculate, each in its own branch, is asked for where the derivative reads it.
// CHECK-LABEL: struct energy_kernel
// CHECK: template <bool with_value>
// CHECK: if constexpr (with_value) {
// CHECK-NEXT: if (square < 2.0) {
// CHECK-NEXT: const double ratio = 1.0 / square;
// CHECK-NEXT: energy += ratio * ratio - ratio;
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK: if (square < 2.0) {
// CHECK-NEXT: const double ratio = 1.0 / square;
// CHECK: tangent_sweep(
TREELIZE(kernel) double energy(std::span<const double> x) {
  double energy = 0;
  for (std::size_t i = 0; i < x.size(); ++i)
    for (std::size_t j = i + 1; j < x.size(); ++j) {
      const double square = (x[i] - x[j]) * (x[i] - x[j]);
      if (square < 2) {
        const double ratio = 1 / square;
        energy += ratio * ratio - ratio;
      }
    }
  return energy;
}

// Nor is an array filled that the value alone reads; but its length is asked for. Of two arrays the derivative reads one.
// CHECK-LABEL: struct weighted_kernel
// CHECK: template <bool with_value>
// CHECK: treelize::room<double> output(x.size(), 0.0);
// CHECK: if constexpr (with_value) {
// CHECK-NEXT: output[i] = x[i] * scale;
// CHECK-NEXT: }
// CHECK-NEXT: squares[i] = x[i] * x[i] + scale;
// CHECK: for (std::size_t i = 0; i < x.size(); ++i) {
// CHECK-NEXT: if constexpr (with_value) {
// CHECK-NEXT: loss += output[i] * y[i] + squares[i] * squares[i] + few[i % 2];
// CHECK-NEXT: }
// CHECK: tangent_sweep(
TREELIZE(kernel) double weighted(std::span<const double> x, TREELIZE(nondiff) std::span<const double> y) {
  std::vector<double> output(x.size()), squares(x.size());
  const double scale = x[0] + x[1];
  for (std::size_t i = 0; i < x.size(); ++i)
    output[i] = x[i] * scale;
  for (std::size_t i = 0; i < x.size(); ++i)
    squares[i] = x[i] * x[i] + scale;
  double loss = 0;
  double few[2];
  for (int i = 0; i < 2; ++i)
    few[i] = y[i] * scale;
  for (std::size_t i = 0; i < output.size(); ++i)
    loss += output[i] * y[i] + squares[i] * squares[i] + few[i % 2];
  return loss;
}

// A loop for the value alone; a root and a quotient that are asked for later.
// CHECK-LABEL: struct path_kernel
// CHECK: const double ratio = x[1] / (1.0 + state * state);
// CHECK: const double sqrt_value = std::sqrt(
// CHECK: if constexpr (with_value) {
// CHECK-NEXT: for (std::size_t i = 0; i < y.size(); ++i) {
// CHECK: tangent_sweep(
TREELIZE(kernel) double path(std::span<const double> x, TREELIZE(nondiff) std::span<const double> y, int n) {
  double state = x[0], loss = 0;
  for (int t = 0; t < n; ++t) {
    const double ratio = x[1] / (1 + state * state);
    state = state + 0.1 * ratio;
    if (ratio > 0.5)
      loss += std::sqrt(1 + ratio * ratio);
  }
  for (std::size_t i = 0; i < y.size(); ++i)
    loss += 2 * y[i];
  return loss + state;
}

// What costs next to nothing is not worth a question.
// CHECK-LABEL: struct squares_kernel
// CHECK-NOT: with_value
// CHECK: tangent_sweep(
TREELIZE(kernel) double squares(std::span<const double> x) {
  double sum = 0;
  for (std::size_t i = 0; i < x.size(); ++i)
    sum += x[i] * x[i];
  return sum / static_cast<double>(x.size());
}

// The name may be taken.
// CHECK-LABEL: struct taken_kernel
// CHECK: template <bool with_value2>
TREELIZE(kernel) double taken(std::span<const double> x, int with_value) {
  double loss = with_value;
  for (std::size_t i = 0; i < x.size(); ++i)
    loss += std::sin(x[i]);
  return loss;
}

// CHECK-LABEL: struct Model_evidence_kernel
// CHECK: template <bool with_value>
// CHECK: evidence_kernel::sweep<false>(
// CHECK: value_and_grad(
// CHECK: evidence_kernel::sweep<true>(
class [[treelize::data_oriented]] Model {
public:
  double scale = 0.7;
  TREELIZE(kernel) double evidence(std::span<const double> x) const {
    double loss = 0;
    for (std::size_t i = 0; i < x.size(); ++i)
      loss += std::log(scale + x[i] * x[i]);
    return loss;
  }
};

} // namespace app

#include "value.treelize.hpp"

int main() {
  const std::vector<double> x{0.9, -0.3, 0.4}, y{0.5, -0.2, 0.1, 1.3};
  check::scalar("likelihood", app::kernels::likelihood, x, std::span<const double>(y));
  check::scalar("path", app::kernels::path, x, std::span<const double>(y), 5);
  check::scalar("energy", app::kernels::energy, {0.9, -0.3, 0.4, 2.5});
  check::scalar("weighted", app::kernels::weighted, x, std::span<const double>(y));
  check::scalar("squares", app::kernels::squares, x);
  check::scalar("taken", app::kernels::taken, x, 2);
  treelize::bound<app::Model> model;
  const std::span<const double> at(x);
  const auto [value, gradient] = model.evidence.value_and_grad(at);
  check::near("evidence", "value", value, model.evidence(at), 1e-14, 0);
  check::near("evidence", "gradient", gradient.x[1], model.evidence.grad(at).x[1], 0, 0);
  check::near("evidence", "gradient", gradient.x[1], 2 * x[1] / (model.scale + x[1] * x[1]), 1e-14, 0);
  return check::finish();
}
