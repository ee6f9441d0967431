// A pullback holds the tape: its reverse sweep runs as often as it is called, and the forward sweep once.
// RUN: %treelize %s -o %t.treelize.hpp -- -std=c++20 -I%S/../Inputs
// RUN: %FileCheck %s --input-file=%t.treelize.hpp
// RUN: %allcxx -fsyntax-only -DGENERATED='"%t.treelize.hpp"' -I%S/../Inputs %s
// RUN: %cxx -DGENERATED='"%t.treelize.hpp"' -I%S/../Inputs %s %link -o %t && %t
#include <treelize/annotations.hpp>

#include <cmath>
#include <span>
#include <stdexcept>
#include <vector>

namespace app {

inline int calls = 0; // of the forward sweep
TREELIZE(nondiff) inline double counted() { return ++calls, 1; }

struct Layer {
  std::vector<double> weights;
  double shift;
};

// The seed has the shape of the result.
// CHECK-LABEL: struct forward_kernel
// CHECK: struct gradient {
// CHECK-NEXT: app::Layer layer;
// CHECK-NEXT: std::vector<double> x;
// CHECK: auto pullback(const app::Layer& layer, std::span<const double> x) const {
// CHECK: const auto forward = [&layer, x](treelize::tape& tape) -> std::vector<double> {
// CHECK: return treelize::pullback<true,
TREELIZE(kernel) inline std::vector<double> forward(const Layer& layer, std::span<const double> x) {
  std::vector<double> y(x.size());
  for (std::size_t i = 0; i < x.size(); ++i)
    y[i] = std::tanh(layer.weights[i] * x[i] + layer.shift) * counted();
  return y;
}

TREELIZE(kernel) inline double checked(double x) {
  if (x < 0)
    throw std::domain_error("x is " + std::to_string(x));
  double y = x;
  for (int i = 0; i < 3; ++i)
    y = y * y + x;
  return y;
}

} // namespace app

#ifdef GENERATED
#include GENERATED

#include <treelize/error.hpp>

#include <GradientCheck.h>

int main() {
  namespace kernels = app::kernels;
  const app::Layer layer{{0.5, -1, 2}, 0.1};
  const std::vector<double> x{0.3, 0.6, -0.2};
  auto back = kernels::forward.pullback(layer, x);
  const int once = app::calls;
  for (std::size_t row = 0; row < 3; ++row) {
    std::vector<double> seed(3);
    seed[row] = 1;
    const auto gradient = back(seed);
    const double slope = 1 - back.value[row] * back.value[row];
    check::near("forward", "value", back.value[row], std::tanh(layer.weights[row] * x[row] + 0.1), 1e-14, 1);
    check::near("forward", "shift", gradient.layer.shift, slope, 1e-13, 1);
    for (std::size_t i = 0; i < 3; ++i) {
      check::near("forward", "weights", gradient.layer.weights[i], i == row ? slope * x[i] : 0, 1e-13, 1);
      check::near("forward", "x", gradient.x[i], i == row ? slope * layer.weights[i] : 0, 1e-13, 1);
    }
  }
  check::near("forward", "runs", app::calls, once, 0, 0);

  std::string text;
  try {
    back(std::vector<double>(2));
  } catch (const treelize::error& error) {
    text = error.what();
  }
  check::near("forward", "message", text.find("the seed of 'result' in kernel 'forward' has 2 elements") != text.npos, 1, 0, 0);

  check::near("checked", "gradient", kernels::checked.pullback(0.4)(2.0).x, 2 * kernels::checked.grad(0.4).x, 1e-14, 1);
  try {
    static_cast<void>(kernels::checked.pullback(-1));
  } catch (const std::domain_error& error) {
    text = error.what();
  }
  check::near("checked", "exception", text == "x is -1.000000", 1, 0, 0);

  // Two at a time, and other kernels between.
  auto first = kernels::checked.pullback(0.4);
  auto second = kernels::checked.pullback(0.7);
  static_cast<void>(kernels::checked.grad(0.1));
  check::near("checked", "first", first(1).x, kernels::checked.grad(0.4).x, 1e-14, 1);
  check::near("checked", "second", second(1).x, kernels::checked.grad(0.7).x, 1e-14, 1);
  check::near("checked", "first again", first(1).x, kernels::checked.grad(0.4).x, 1e-14, 1);
  return check::finish();
}
#endif
