// Kernels of one name are overloads of one object, each with its own gradient.
// RUN: %treelize %s -o %t.treelize.hpp -- -std=c++20 -DGENERATED='"%t.treelize.hpp"'
// RUN: %FileCheck %s < %t.treelize.hpp
// RUN: %cxx -DGENERATED='"%t.treelize.hpp"' %s %link -o %t && %t
#include <treelize/annotations.hpp>

#include <cassert>

namespace app {

TREELIZE(kernel) double area(double r) { return 3 * r * r; }
TREELIZE(kernel) double area(double a, double b) { return a * b; }
TREELIZE(kernel) float area(float a, float b) { return a * b; }

} // namespace app

// CHECK: struct area_kernel
// CHECK-NOT: struct area_kernel
// CHECK: constexpr area_kernel area{};
// CHECK-NOT: area_kernel area

#include GENERATED

int main() {
  assert(app::kernels::area.grad(2.0).r == 12);
  assert(app::kernels::area.grad(2.0, 3.0).a == 3);
  assert(app::kernels::area.grad(2.0f, 3.0f).b == 2.0f);
  static_assert(sizeof(app::kernels::area.grad(2.0f, 3.0f).a) == sizeof(float));
}
