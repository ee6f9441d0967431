// A node class becomes a trait that lists its fields; aux data are part of the structure.
// RUN: %treelize %s -o %t.treelize.hpp -- -std=c++20 -DGENERATED='"%t.treelize.hpp"'
// RUN: %cxx -DGENERATED='"%t.treelize.hpp"' %s %link -o %t && %t
// RUN: %FileCheck %s --input-file=%t.treelize.hpp
#include <treelize/annotations.hpp>

#include <cassert>
#include <vector>

namespace app {
struct TREELIZE(node) Layer {
  std::vector<double> weights;
  [[treelize::aux]] int id = 0;
  double bias = 0;
};
TREELIZE(mode = strict) inline double add(double a, double b) { return a + b; }
} // namespace app

// CHECK: template <>
// CHECK-NEXT: struct treelize::node_traits<app::Layer> {
// CHECK: aggregate = true;
// CHECK: using members = treelize::members<treelize::child<"weights", &app::Layer::weights>,
// CHECK: treelize::aux<"id", &app::Layer::id>,
// CHECK: treelize::child<"bias", &app::Layer::bias>>;

#include GENERATED

int main() {
  const app::Layer a{{1, 2}, 7, 3};
  const app::Layer b = app::add(a, 10.0);
  assert(b.weights[1] == 12 && b.bias == 13 && b.id == 7);
}
