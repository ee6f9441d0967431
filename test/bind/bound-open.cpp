// A class that befriends treelize::access opens its private references and bit-fields.
// RUN: %treelize %s -o %t.treelize.hpp -- -std=c++20 -DGENERATED='"%t.treelize.hpp"'
// RUN: %FileCheck %s < %t.treelize.hpp
// RUN: %cxx -DGENERATED='"%t.treelize.hpp"' %s %link -o %t && %t
// RUN: %allcxx -DGENERATED='"%t.treelize.hpp"' %s -fsyntax-only
#include <treelize/annotations.hpp>

#include <cassert>

namespace app {
class TREELIZE(data_oriented) Spring {
  template <class> friend struct treelize::access;

public:
  Spring(double& stiffness, unsigned count) : stiffness_(stiffness), count_(count), even(count) {}
  TREELIZE(kernel) double energy(double x) const { return stiffness_ * x * x * count_ * even; }

private:
  double& stiffness_;
  unsigned count_ : 3;

public:
  unsigned even : 2;
};
} // namespace app

// CHECK: struct treelize::access<app::Spring>
// CHECK-DAG: treelize::access<app::Spring>::stiffness_(self)
// CHECK-DAG: treelize::access<app::Spring>::count_(self)
// CHECK-DAG: self.even

#include GENERATED

int main() {
  double k = 2, k_b = 0, x_b = 0;
  treelize::bound<app::Spring> s(k, 2);
  app::Spring shadow(k_b, 2);
  assert(s.energy(3) == 72);
  s.energy.adjoint(3, 1, shadow, x_b);
  assert(k_b == 36 && x_b == 48);
}
