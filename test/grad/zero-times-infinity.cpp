// A zero seed, a zero direction and a zero factor are zero beside a partial that is infinite, in straight code, in loops and over lanes.
// RUN: rm -rf %t && mkdir %t
// RUN: %treelize %s -o %t/zero-times-infinity.treelize.hpp -- -std=c++20 -I%S/../Inputs
// RUN: %FileCheck %s < %t/zero-times-infinity.treelize.hpp
// RUN: %cxx -I%t -I%S/../Inputs %s %link -o %t/run && %t/run
// RUN: %clangxx -I%t -I%S/../Inputs %s %link -o %t/run && %t/run
#include <treelize/annotations.hpp>

#include <array>
#include <cmath>
#include <span>
#include <vector>

namespace app {

// CHECK-LABEL: struct product_kernel
// CHECK: static void sweep(
// CHECK: x_b += treelize::where_seeded(y_b[1], y_b[1] * log_value);
// CHECK: x_b += treelize::where_seeded(log_value_b, log_value_b / x);
TREELIZE(kernel) inline void product(const double& x, std::array<double, 2>& y) {
  y[0] = 3 * x;
  y[1] = x * std::log(x);
}

// Sums and products of what is finite need no guard.
// CHECK-LABEL: struct plain_kernel
// CHECK-NOT: where_seeded
// CHECK: inline constexpr plain_kernel
TREELIZE(kernel) inline double plain(const double& x, const double& y) {
  const double s = std::sin(x);
  return x * y + std::tanh(s) * y - s / 3;
}

// A quotient by way of an infinite one, an exponential that overflows, and what is infinite in an array.
TREELIZE(kernel) inline void chain(std::span<const double> x, std::span<double> y) {
  std::vector<double> inverse(x.size());
  for (std::size_t i = 0; i < x.size(); ++i)
    inverse[i] = 1 / x[i];
  y[0] = y[1] = y[2] = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    y[0] += x[i];
    y[1] += x[i] * inverse[i];
    y[2] += std::tanh((1 + x[i]) * std::exp(1e4 * (1 - x[i]))) + 1 / (1 + std::exp(1e4 * (1 - x[i])));
  }
}

TREELIZE(kernel) inline double weighted(std::span<const double> x, std::span<const double> w) {
  std::vector<double> root(x.size());
  for (std::size_t i = 0; i < x.size(); ++i)
    root[i] = std::sqrt(x[i]);
  double sum = 0;
  for (std::size_t i = 0; i < x.size(); ++i)
    sum += w[i] * root[i] + w[i] * std::cbrt(x[i]) + x[i];
  return sum;
}

TREELIZE(kernel) inline double still(double x, double y) {
  const double d = x - x;
  return y + std::sqrt(d * d) + std::hypot(d, d) + std::cbrt(d) + std::atan2(d, d * d);
}

TREELIZE(kernel) inline double chosen(double x, double y) {
  return (y > 0 ? std::acos(x) : y) + std::fabs(std::cbrt(x - 1)) * 0.0 + x;
}

} // namespace app

#include "GradientCheck.h"
#include "zero-times-infinity.treelize.hpp"

#include <treelize/lanes.hpp>

namespace {

void checkChain() {
  const std::vector<double> x{0, 2};
  std::vector<double> y(3);
  using Three = treelize::lanes<3>;
  std::array<Three, 3> seeds{Three::unit(0), Three::unit(1), Three::unit(2)};
  std::vector<Three> wide(2);
  app::kernels::chain.adjoint(x, y, std::span(wide), std::span<Three>(seeds));
  for (std::size_t row = 0; row < 3; ++row) {
    std::vector<double> x_b(2), y_b(3);
    y_b[row] = 1;
    app::kernels::chain.adjoint(x, y, x_b, y_b);
    check::near("chain", "the finite element", x_b[1], row == 0 ? 1 : row == 1 ? 0 : x_b[1], 0, 0);
    for (std::size_t i = 0; i < 2; ++i) {
      if (row != 1 || i != 0)
        check::near("chain", "finite", std::isfinite(x_b[i]), 1, 0, 0);
      if (std::isfinite(x_b[i]))
        check::near("chain", "over lanes", wide[i][static_cast<int>(row)], x_b[i], 0, 0);
    }
  }
  std::vector<double> y_t(3);
  app::kernels::chain.tangent(x, y, std::vector{0.0, 1.0}, y_t);
  check::near("chain", "tangent", y_t[0], 1, 0, 0);
  check::near("chain", "tangent", std::isfinite(y_t[1]) && std::isfinite(y_t[2]), 1, 0, 0);
}

} // namespace

int main() {
  using namespace app::kernels;
  std::array<double, 2> y{}, y_b{1, 0};
  double x_b = 0;
  product.adjoint(0.0, y, x_b, y_b);
  check::near("product", "seed (1, 0)", x_b, 3, 0, 0);
  checkChain();
  const std::vector<double> x{0, 4}, w{0, 0.5};
  std::vector<double> xs_b(2), ws_b(2);
  weighted.adjoint(x, w, 1.0, xs_b, ws_b);
  check::near("weighted", "by x[0]", xs_b[0], 1, 0, 0);
  check::near("weighted", "by w[0]", ws_b[0], 0, 0, 0);
  check::near("weighted", "tangent", weighted.tangent(x, w, std::vector{1.0, 0.0}, std::vector{1.0, 0.0}).derivative, 1, 0, 0);
  check::near("still", "by y", still.grad(2, 3).y, 1, 0, 0);
  check::near("still", "tangent by y", still.tangent(2, 3, 0, 1).derivative, 1, 0, 0);
  check::near("chosen", "by x", chosen.grad(1.0, -1.0).x, 1, 0, 0);
  check::near("chosen", "tangent by x", chosen.tangent(1.0, -1.0, 1.0, 0.0).derivative, 1, 0, 0);
  return check::finish();
}
