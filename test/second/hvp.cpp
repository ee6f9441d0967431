// The Hessian times a direction is the gradient of the slope along it: one function, which does not
// compute the gradient beside it. It returns what `grad` returns, or adds to what the caller owns.
// RUN: %treelize %s -o %t.treelize.hpp -- -std=c++20 -I%S/../Inputs
// RUN: %FileCheck %s --input-file=%t.treelize.hpp
// RUN: %allcxx -fsyntax-only -DGENERATED='"%t.treelize.hpp"' -I%S/../Inputs %s
// RUN: %cxx -DGENERATED='"%t.treelize.hpp"' -I%S/../Inputs %s %link -o %t && %t
#include <treelize/annotations.hpp>

#include <cmath>
#include <span>
#include <vector>

namespace app {

struct Params {
  double rate;
  std::vector<double> weights;
};

// CHECK-LABEL: struct energy_kernel
// CHECK: gradient hvp(const app::Params& p, std::span<const double> x, const app::Params& p_t,
// CHECK-NEXT: std::span<const double> x_t) const {
// CHECK: treelize::check_shape(p_t, p, {"energy", "p"});
// CHECK: void hvp(const app::Params& p, std::span<const double> x, const app::Params& p_t,
// CHECK-NEXT: std::span<const double> x_t, app::Params& p_b, std::span<double> x_b) const {
// CHECK: static void hvp_sweep(
// CHECK: for (std::size_t i = 0; i < x.size(); ++i) {
// CHECK: const double exp_value = std::exp(
// CHECK-NOT: std::exp(
// CHECK-NOT: for (
// CHECK: static double pullback_forward(
TREELIZE(kernel) inline double energy(const Params& p, std::span<const double> x) {
  double sum = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    const double d = std::exp(p.rate * x[i]) - p.weights[i];
    sum += d * d;
  }
  return sum;
}

// Directions of constants are none of the arguments.
// CHECK-LABEL: struct scaled_kernel
// CHECK: gradient hvp(double x, double scale, double x_t) const {
TREELIZE(kernel, wrt = (x)) inline double scaled(double x, double scale) { return scale * x * x * x; }

// A linear kernel has no second derivatives, and its product reads nothing.
// CHECK-LABEL: struct sum_kernel
// CHECK: static void hvp_sweep(
// CHECK-NOT: for (
// CHECK: static double pullback_forward(
TREELIZE(kernel) inline double sum(std::span<const double> x) {
  double all = 0;
  for (double each : x)
    all += 2 * each;
  return all;
}

} // namespace app

#ifdef GENERATED
#include GENERATED

#include <treelize/error.hpp>

#include <GradientCheck.h>

int main() {
  namespace kernels = app::kernels;
  const app::Params p{0.3, {1, 2, 3}}, p_t{0.7, {-1, 0.5, 2}};
  const std::vector<double> x{0.1, -0.4, 0.8}, x_t{1, -2, 0.25};
  const auto product = kernels::energy.hvp(p, x, p_t, x_t);
  const double h = 1e-5;
  const auto gradientAt = [&](double step) {
    app::Params there = p;
    there.rate += step * p_t.rate;
    for (std::size_t i = 0; i < 3; ++i)
      there.weights[i] += step * p_t.weights[i];
    return kernels::energy.grad(there, check::moved(x, x_t, step));
  };
  const auto above = gradientAt(h), below = gradientAt(-h);
  check::near("energy", "rate", product.p.rate, (above.p.rate - below.p.rate) / (2 * h), 1e-7, 1);
  for (std::size_t i = 0; i < 3; ++i) {
    check::near("energy", "weight", product.p.weights[i], (above.p.weights[i] - below.p.weights[i]) / (2 * h), 1e-7, 1);
    check::near("energy", "x", product.x[i], (above.x[i] - below.x[i]) / (2 * h), 1e-7, 1);
  }

  app::Params p_b{1, {}};
  std::vector<double> x_b{1, 1, 1};
  kernels::energy.hvp(p, x, p_t, x_t, p_b, x_b);
  check::near("energy", "added rate", p_b.rate, 1 + product.p.rate, 1e-14, 1);
  check::near("energy", "added weight", p_b.weights[2], product.p.weights[2], 1e-14, 1);
  check::near("energy", "added x", x_b[1], 1 + product.x[1], 1e-14, 1);

  check::near("scaled", "x", kernels::scaled.hvp(0.5, 4, 3).x, 6 * 4 * 0.5 * 3, 1e-14, 1);
  for (double each : kernels::sum.hvp(x, x_t).x)
    check::near("sum", "x", each, 0, 0, 0);

  std::string text;
  try {
    static_cast<void>(kernels::energy.hvp(p, x, p_t, std::vector<double>(2)));
  } catch (const treelize::error& error) {
    text = error.what();
  }
  check::near("energy", "message", text.find("'x' in kernel 'energy' has 2 elements, its primal 3") != text.npos, 1, 0, 0);
  return check::finish();
}
#endif
