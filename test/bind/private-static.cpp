// A private static kernel is reached as any private member is.
// RUN: %treelize %s -o %t.treelize.hpp -- -std=c++20 -DGENERATED='"%t.treelize.hpp"'
// RUN: %cxx -DGENERATED='"%t.treelize.hpp"' %s %link -o %t && %t
// RUN: %allcxx -DGENERATED='"%t.treelize.hpp"' %s -fsyntax-only
#include <treelize/annotations.hpp>

#include <cassert>
#include <vector>

namespace app {
class TREELIZE(data_oriented) Secret {
  TREELIZE(kernel) static double square(double x) { return x * x; }
  TREELIZE(kernel) static double square(double x, const std::vector<double>& w) { return x * x * w[0]; }

protected:
  template <class T> TREELIZE(kernel, T = double) static T half(T x) { return x / 2; }
};
} // namespace app

#include GENERATED

int main() {
  assert(treelize::bound<app::Secret>::square(3) == 9);
  assert(treelize::bound<app::Secret>::square.grad(3).x == 6);
  assert(treelize::bound<app::Secret>::square.grad(3, {2.}).w[0] == 9);
  assert(treelize::bound<app::Secret>::half.grad(3).x == 0.5);
}
