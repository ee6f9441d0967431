// Parameters that are called as something in the generated code.
// RUN: %treelize %s -o %t.treelize.hpp -- -std=c++20 -DGENERATED='"%t.treelize.hpp"'
// RUN: %cxx -DGENERATED='"%t.treelize.hpp"' %s %link -o %t && %t
#include <treelize/annotations.hpp>
#include <treelize/field.hpp>

#include <cassert>

namespace app {
TREELIZE(kernel) double f(double result, double seed, double gradient, double sweep) {
  return result * seed * gradient * sweep;
}
TREELIZE(kernel) double g(double x, double x_b, double value, double app) { return x * x_b * value * app; }
struct TREELIZE(data_oriented) C {
  double k = 2;
  treelize::field<double> x;
  TREELIZE(kernel) double h(double self, double self_b, double fields, double k_b) const {
    return k * self * self_b * fields * k_b;
  }
};
} // namespace app

#include GENERATED

int main() {
  assert(app::kernels::f.grad(1, 2, 3, 4).sweep == 6);
  assert(app::kernels::f.value_and_grad(1, 2, 3, 4).grad.result == 24);
  assert(app::kernels::g.grad(1, 2, 3, 4).x_b == 12);
  treelize::bound<app::C> c;
  const auto g = c.h.grad(1, 2, 3, 4);
  assert(g.self == 48 && g.self_.k == 24 && g.k_b == 12);
}
