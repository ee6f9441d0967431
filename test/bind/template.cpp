// A function template: the annotation picks the instantiation; several become overloads.
// RUN: %treelize %s -o %t.treelize.hpp -- -std=c++20 -DGENERATED='"%t.treelize.hpp"'
// RUN: %cxx -DGENERATED='"%t.treelize.hpp"' %s %link -o %t && %t
#include <treelize/annotations.hpp>

#include <array>
#include <cassert>

namespace app {

template <class T> TREELIZE(kernel, T = double) T square(T x) { return x * x; }

template <class T, int N>
TREELIZE(kernel, T = double, N = 3)
T sum(const std::array<T, N>& x, TREELIZE(nondiff) T scale) {
  T s = 0;
  for (T v : x)
    s += scale * v;
  return s;
}

} // namespace app

#include GENERATED

int main() {
  assert(app::kernels::square.grad(3).x == 6);
  const auto g = app::kernels::sum.grad({1, 2, 3}, 4);
  assert(g.x[2] == 4);
}
