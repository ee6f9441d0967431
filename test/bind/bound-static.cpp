// A static kernel needs no object.
// RUN: %treelize %s -o %t.treelize.hpp -- -std=c++20 -DGENERATED='"%t.treelize.hpp"'
// RUN: %cxx -DGENERATED='"%t.treelize.hpp"' %s %link -o %t && %t
// RUN: %clangxx -DGENERATED='"%t.treelize.hpp"' %s -fsyntax-only
#include <treelize/annotations.hpp>

#include <cassert>

namespace app {
struct TREELIZE(data_oriented) Tools {
  TREELIZE(kernel) static double product(double a, double b) { return a * b; }
};
} // namespace app

#include GENERATED

int main() {
  treelize::bound<app::Tools> tools;
  assert(tools.product(2, 3) == 6 && tools.product.grad(2, 3).a == 3);
  assert(treelize::bound<app::Tools>::product.grad(2, 3).b == 2);
  static_assert(sizeof(tools) == sizeof(app::Tools));
}
