// `kernel = name` gives an operator, or one overload, a name of its own.
// RUN: %treelize %s -o %t.treelize.hpp -- -std=c++20 -DGENERATED='"%t.treelize.hpp"'
// RUN: %cxx -DGENERATED='"%t.treelize.hpp"' %s %link -o %t && %t
#include <treelize/annotations.hpp>

#include <cassert>

namespace app {
struct Vec {
  double x, y;
};
TREELIZE(kernel = dot) double operator*(const Vec& a, const Vec& b) { return a.x * b.x + a.y * b.y; }
} // namespace app

#include GENERATED

int main() {
  const auto g = app::kernels::dot.grad({1, 2}, {3, 4});
  assert(g.a.x == 3 && g.b.y == 2);
  assert(app::kernels::dot({1, 2}, {3, 4}) == 11);
}
