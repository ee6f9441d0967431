// A parameter without a name is `argN` in the gradient.
// RUN: %treelize %s -o %t.treelize.hpp -- -std=c++20 -DGENERATED='"%t.treelize.hpp"'
// RUN: %cxx -DGENERATED='"%t.treelize.hpp"' %s %link -o %t && %t
#include <treelize/annotations.hpp>

#include <cassert>

namespace app {
TREELIZE(kernel) double f(double x, double) { return 2 * x; }
} // namespace app

#include GENERATED

int main() {
  const auto g = app::kernels::f.grad(1, 2);
  assert(g.x == 2 && g.arg1 == 0);
}
