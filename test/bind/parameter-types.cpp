// Shadows by the parameter's type: arrays by reference, spans of fixed extent, objects by value.
// RUN: %treelize %s -o %t.treelize.hpp -- -std=c++20 -DGENERATED='"%t.treelize.hpp"'
// RUN: %FileCheck %s < %t.treelize.hpp
// RUN: %cxx -DGENERATED='"%t.treelize.hpp"' %s %link -o %t && %t
// RUN: %clangxx -DGENERATED='"%t.treelize.hpp"' %s -fsyntax-only
#include <treelize/annotations.hpp>

#include <array>
#include <cassert>
#include <span>
#include <utility>
#include <vector>

namespace app {

using real = double;

TREELIZE(kernel)
real f(const real (&a)[2], std::span<const real, 2> s, std::vector<real> v, std::pair<real, int> p) {
  v[0] *= 2;
  return a[0] * a[1] + s[0] * s[1] + v[0] * v[0] + p.first * p.second;
}

} // namespace app

// CHECK: double a[2];
// CHECK-NEXT: std::array<double, 2> s;
// CHECK-NEXT: std::vector<double> v;
// CHECK-NEXT: std::pair<double, int> p;

#include GENERATED

int main() {
  const double a[2] = {2, 3};
  const std::array<double, 2> s{4, 5};
  const auto g = app::kernels::f.grad(a, s, {6}, {7, 8});
  assert(g.a[0] == 3 && g.s[1] == 4 && g.v[0] == 48 && g.p.first == 8 && g.p.second == 8);
}
