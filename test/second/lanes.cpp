// Products with the Hessian for several directions at once: columns of the Hessian. What does not
// depend on the direction, the adjoints of tangents too, is computed once.
// RUN: %treelize %s -o %t.treelize.hpp -- -std=c++20 -I%S/../Inputs
// RUN: %FileCheck %s --input-file=%t.treelize.hpp
// RUN: %allcxx -fsyntax-only -DGENERATED='"%t.treelize.hpp"' -I%S/../Inputs %s
// RUN: %cxx -DGENERATED='"%t.treelize.hpp"' -I%S/../Inputs %s %link -o %t && %t
#include <treelize/annotations.hpp>

#include <cmath>
#include <span>

namespace app {

// CHECK-LABEL: struct chain_kernel
// CHECK: template <int Lanes>
// CHECK: void hvp(std::span<const double> x, double c, std::span<treelize::lanes<Lanes>> x_t,
// CHECK: template <int Lanes>
// CHECK-NEXT: static void hvp_sweep(
// CHECK: const double s_t_b = seed;
// CHECK: treelize::lanes<Lanes> c_b_sum
TREELIZE(kernel) inline double chain(std::span<const double> x, double c) {
  double s = 0;
  for (std::size_t i = 0; i + 1 < x.size(); ++i)
    s += std::exp(c * x[i]) * x[i + 1] * x[i + 1];
  return s;
}

TREELIZE(kernel) inline double kept(std::span<const double> x, int steps) {
  double y = x[0];
  for (int k = 0; k < steps; ++k)
    y = std::sin(y * x[1]) + x[2];
  return y;
}

// The seeds of guards may be products of lanes.
TREELIZE(kernel) inline double turned(std::span<const double> x) {
  return std::sqrt(x[0] * x[1]) / std::sqrt(x[2] * x[0]) + std::pow(x[1], x[2]) * std::exp(-x[0] * x[1]);
}

// Rooms for what loops keep are as wide as the tangents in them. What fades in one direction may not in another: nothing is flushed.
// CHECK-LABEL: struct paths_kernel
// CHECK: treelize::room<treelize::lanes<Lanes>> price_t_old_rows(
// CHECK: treelize::lanes<Lanes>* const price_t_old =
// CHECK-NEXT: treelize::row(price_t_old_rows,
// CHECK-NOT: flush_subnormal
// CHECK: static double pullback_forward(
TREELIZE(kernel) inline double paths(std::span<const double> x, int count, int steps) {
  double sum = 0;
  for (int path = 0; path < count; ++path) {
    double price = x[0];
    for (int step = 0; step < steps; ++step)
      price *= std::exp(x[1] * path - x[2] * price * step);
    sum += price * price;
  }
  return sum * sum;
}

} // namespace app

#ifdef GENERATED
#include GENERATED

#include <GradientCheck.h>

int main() {
  namespace kernels = app::kernels;
  using Lanes = treelize::lanes<4>;
  const std::vector<double> x{0.3, -0.5, 0.7}, positive{0.3, 0.5, 0.7};
  for (int kernel = 0; kernel < 4; ++kernel) {
    std::vector<Lanes> x_t(3), x_b(3);
    for (std::size_t i = 0; i < 3; ++i)
      x_t[i] = Lanes::unit(static_cast<int>(i));
    const Lanes c_t = Lanes::unit(3);
    Lanes c_b = 0;
    if (kernel == 0)
      kernels::chain.hvp(x, 0.4, std::span<Lanes>(x_t), c_t, std::span<Lanes>(x_b), c_b);
    else if (kernel == 1)
      kernels::kept.hvp(x, 6, std::span<Lanes>(x_t), std::span<Lanes>(x_b));
    else if (kernel == 2)
      kernels::turned.hvp(positive, std::span<Lanes>(x_t), std::span<Lanes>(x_b));
    else
      kernels::paths.hvp(positive, 3, 4, std::span<Lanes>(x_t), std::span<Lanes>(x_b));
    for (int lane = 0; lane < (kernel == 0 ? 4 : 3); ++lane) {
      std::vector<double> along(3);
      if (lane < 3)
        along[static_cast<std::size_t>(lane)] = 1;
      const std::vector<double> column = kernel == 0   ? kernels::chain.hvp(x, 0.4, along, lane == 3).x
                                         : kernel == 1 ? kernels::kept.hvp(x, 6, along).x
                                         : kernel == 2 ? kernels::turned.hvp(positive, along).x
                                                       : kernels::paths.hvp(positive, 3, 4, along).x;
      for (std::size_t i = 0; i < 3; ++i)
        check::near("lanes", "column", x_b[i][lane], column[i], 1e-13, 1);
      if (kernel == 0)
        check::near("lanes", "c", c_b[lane], kernels::chain.hvp(x, 0.4, along, lane == 3).c, 1e-13, 1);
    }
  }
  return check::finish();
}
#endif
