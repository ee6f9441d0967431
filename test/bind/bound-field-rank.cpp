// Fields of two dimensions, and arguments by reference beside them.
// RUN: %treelize %s -o %t.treelize.hpp -- -std=c++20 -DGENERATED='"%t.treelize.hpp"'
// RUN: %cxx -DGENERATED='"%t.treelize.hpp"' %s %link -o %t && %t
#include <treelize/annotations.hpp>
#include <treelize/field.hpp>

#include <cassert>
#include <vector>

namespace app {
struct TREELIZE(data_oriented) Product {
  treelize::field<double> a{2, 3};
  treelize::field<double> y{2};
  TREELIZE(kernel) void compute(const std::vector<double>& x) {
    for (int i = 0; i < 2; ++i)
      for (int j = 0; j < 3; ++j)
        y[i] += a(i, j) * x[j];
  }
};
} // namespace app

#include GENERATED

int main() {
  treelize::bound<app::Product> p;
  p.a(1, 2) = 5;
  p.y.grad[1] = 2;
  const auto g = p.compute.grad({1, 2, 3});
  assert(g.x[2] == 10 && g.x[0] == 0);
  assert(p.a.grad(1, 2) == 6 && p.a.grad(0, 2) == 0);
  assert(p.y[1] == 0 && p.y.grad[1] == 2);
}
