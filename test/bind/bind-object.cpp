// `bind` gives the kernels of an object that exists; a temporary is refused, const is respected.
// RUN: %treelize %s -o %t.treelize.hpp -- -std=c++20 -DGENERATED='"%t.treelize.hpp"'
// RUN: %cxx -DGENERATED='"%t.treelize.hpp"' %s %link -o %t && %t
// RUN: not %cxx -DTEMPORARY -DGENERATED='"%t.treelize.hpp"' %s -fsyntax-only 2>&1 | %FileCheck %s
// RUN: not %cxx -DCONSTANT -DGENERATED='"%t.treelize.hpp"' %s -fsyntax-only
#include <treelize/annotations.hpp>
#include <treelize/field.hpp>

#include <cassert>

namespace app {
struct TREELIZE(data_oriented) Fixed final {
  treelize::field<double> x, y;
  double k = 2;
  TREELIZE(kernel) void compute() { y.value() += k * x.value(); }
  TREELIZE(kernel) double read(double s) const { return s * x.value(); }
};
} // namespace app

#include GENERATED

int main() {
  app::Fixed object;
  object.x.value() = 3;
  object.y.grad.value() = 1;
  treelize::bind(object).compute();
  auto bound = treelize::bind(object);
  assert(bound.compute.grad().self.k == 3);
  assert(object.y.value() == 6 && object.x.grad.value() == 2);
  const app::Fixed& fixed = object;
  assert(treelize::bind(fixed).read(2) == 6);
  assert(treelize::bind(fixed).read.grad(2).s == 3);
#ifdef TEMPORARY
  // CHECK: deleted function
  treelize::bind(app::Fixed()).compute();
#endif
#ifdef CONSTANT
  treelize::bind(fixed).compute();
#endif
}
