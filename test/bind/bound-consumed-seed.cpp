// The seed of a field that the kernel overwrites is consumed.
// RUN: %treelize %s -o %t.treelize.hpp -- -std=c++20 -DGENERATED='"%t.treelize.hpp"'
// RUN: %cxx -DGENERATED='"%t.treelize.hpp"' %s %link -o %t && %t
#include <treelize/annotations.hpp>
#include <treelize/field.hpp>

#include <cassert>

namespace app {
struct TREELIZE(data_oriented) Square {
  treelize::field<double> x, y;
  TREELIZE(kernel) void compute() { y.value() = x.value() * x.value(); }
};
} // namespace app

#include GENERATED

int main() {
  treelize::bound<app::Square> s;
  s.x.value() = 3;
  s.y.value() = 100;
  s.y.grad.value() = 1;
  s.compute.grad();
  assert(s.x.grad.value() == 6 && s.y.grad.value() == 0 && s.y.value() == 100);
  s.compute.grad();
  assert(s.x.grad.value() == 6);
}
