// A kernel of a free function: one object with the primal, the adjoint, the tangent and the gradient.
// RUN: %treelize %s -o %t.treelize.hpp -- -std=c++20 -DGENERATED='"%t.treelize.hpp"'
// RUN: %FileCheck %s < %t.treelize.hpp
// RUN: %cxx -DGENERATED='"%t.treelize.hpp"' %s %link -o %t && %t
#include <treelize/annotations.hpp>

#include <cassert>
#include <span>
#include <vector>

namespace app {

struct Params {
  double scale;
  std::vector<double> weights;
  int count;
};

TREELIZE(kernel) inline double energy(const Params& p, std::span<const double> x) {
  double sum = 0;
  for (std::size_t i = 0; i < x.size(); ++i)
    sum += p.scale * p.weights[i] * x[i] * x[i];
  return sum;
}

} // namespace app

// CHECK: namespace app::kernels {
// CHECK: struct energy_kernel {
// CHECK: struct gradient {
// CHECK-NEXT: app::Params p;
// CHECK-NEXT: std::vector<double> x;
// CHECK: double operator()(const app::Params& p, std::span<const double> x) const
// CHECK: return app::energy(p, x);
// CHECK: void adjoint(const app::Params& p, std::span<const double> x, double seed, app::Params& p_b,
// CHECK-NEXT: std::span<double> x_b) const
// CHECK: tangent(const app::Params& p, std::span<const double> x,
// CHECK-NEXT: const app::Params& p_t,
// CHECK-NEXT: std::span<const double> x_t) const
// CHECK: gradient grad(const app::Params& p, std::span<const double> x) const
// CHECK: inline constexpr energy_kernel energy{};

#include GENERATED

int main() {
  const app::Params p{2, {1, 3}, 5};
  const std::vector<double> x{1, 2};
  assert(app::kernels::energy(p, x) == 26);

  const auto g = app::kernels::energy.grad(p, x);
  assert(g.p.scale == 13 && g.p.weights[1] == 8 && g.p.count == 5 && g.x[1] == 24);
  auto [value, gradient] = app::kernels::energy.value_and_grad(p, x);
  assert(value == 26 && gradient.x == g.x);

  // The caller's shadows are added to; an empty one is given its size.
  app::Params p_b{1, {}, 0};
  std::vector<double> x_b{100, 100};
  app::kernels::energy.adjoint(p, x, 2, p_b, x_b);
  assert(p_b.scale == 27 && p_b.weights[1] == 16 && x_b[1] == 148);

  const app::Params p_t{1, {0, 0}, 0};
  const std::vector<double> x_t{0, 1};
  const auto [again, derivative] = app::kernels::energy.tangent(p, x, p_t, x_t);
  assert(again == 26 && derivative == 13 + 24);
}
