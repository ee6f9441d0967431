// What `nondiff` names or `wrt` leaves out has no shadow and no place in the gradient.
// RUN: %treelize %s -o %t.treelize.hpp -- -std=c++20 -DGENERATED='"%t.treelize.hpp"'
// RUN: %FileCheck %s < %t.treelize.hpp
// RUN: %cxx -DGENERATED='"%t.treelize.hpp"' %s %link -o %t && %t
#include <treelize/annotations.hpp>

#include <cassert>

namespace app {
TREELIZE(kernel) double f(double x, TREELIZE(nondiff) double k) { return k * x * x; }
TREELIZE(kernel, wrt = (b)) double g(double a, double b, double c) { return a * b * c; }
struct P {
  double w;
  TREELIZE(nondiff) double fixed;
};
TREELIZE(kernel) double h(const P& p) { return p.w * p.fixed; }
} // namespace app

// CHECK: void adjoint(double x, double k, double seed, double& x_b) const
// CHECK: void adjoint(double a, double b, double c, double seed, double& b_b) const

#include GENERATED

int main() {
  assert(app::kernels::f.grad(2, 3).x == 12);
  assert(app::kernels::g.grad(2, 3, 4).b == 8);
  const auto g = app::kernels::h.grad({2, 3});
  assert(g.p.w == 3 && g.p.fixed == 0);
  assert(app::kernels::g.tangent(2, 3, 4, 1).derivative == 8);
}
