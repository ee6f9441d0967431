// A method that returns a number: value_and_grad, adjoint and tangent with the object's shadow first.
// RUN: %treelize %s -o %t.treelize.hpp -- -std=c++20 -DGENERATED='"%t.treelize.hpp"'
// RUN: %FileCheck %s < %t.treelize.hpp
// RUN: %cxx -DGENERATED='"%t.treelize.hpp"' %s %link -o %t && %t
#include <treelize/annotations.hpp>
#include <treelize/field.hpp>

#include <cassert>

namespace app {
struct TREELIZE(data_oriented) Line {
  treelize::field<double> x;
  double slope = 2;
  TREELIZE(kernel) double at(double s) const { return slope * s * x[0]; }
};
} // namespace app

// CHECK: void adjoint(double s, double seed, app::Line& self_b, double& s_b) const
// CHECK: tangent(double s, app::Line& self_t, double s_t) const

#include GENERATED

int main() {
  treelize::bound<app::Line> line;
  line.x.value() = 5;
  assert(line.at(3) == 30);
  auto [value, g] = line.at.value_and_grad(3);
  assert(value == 30 && g.s == 10 && g.self.slope == 15 && line.x.grad.value() == 6);

  app::Line self_b;
  self_b.slope = 0;
  double s_b = 0;
  line.at.adjoint(3, 2, self_b, s_b);
  assert(s_b == 20 && self_b.slope == 30 && self_b.x.value() == 12);
  assert(line.x.grad.value() == 6); // adjoint writes to the shadow alone

  app::Line self_t;
  self_t.slope = 1;
  assert(line.at.tangent(3, self_t, 0).derivative == 15);

  const treelize::bound<app::Line> fixed(line);
  assert(fixed.at.grad(1).s == 10);
}
