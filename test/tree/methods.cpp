// A method is given as a free function with the object first.
// RUN: %treelize %s -o %t.treelize.hpp -- -std=c++20 -DGENERATED='"%t.treelize.hpp"'
// RUN: %cxx -DGENERATED='"%t.treelize.hpp"' %s %link -o %t && %t
// RUN: %FileCheck %s --input-file=%t.treelize.hpp
#include <treelize/annotations.hpp>

#include <cassert>
#include <vector>

namespace app {
struct Scaler {
  double factor;
  double last = 0;
  [[treelize]] double scale(double x) const { return factor * x; }
  [[treelize]] void note(double x) { last = x; }
};
} // namespace app

// CHECK: struct Scaler_scale_leaf {
// CHECK: const app::Scaler& self;
// CHECK: auto scale(const app::Scaler& self, const TreeA& x) {
// CHECK: auto note(app::Scaler& self, const TreeA& x) {

#include GENERATED

int main() {
  app::Scaler s{3};
  const std::vector<double> v{1, 2};
  assert((scale(s, v) == std::vector<double>{3, 6}));
  note(s, v);
  assert(s.last == 2 && s.scale(1) == 3);
}
