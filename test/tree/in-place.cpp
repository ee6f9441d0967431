// A void function changes trees in place; a scalar is inherited by every leaf.
// RUN: %treelize %s -o %t.treelize.hpp -- -std=c++20 -DGENERATED='"%t.treelize.hpp"'
// RUN: %cxx -DGENERATED='"%t.treelize.hpp"' %s %link -o %t && %t
// RUN: %FileCheck %s --input-file=%t.treelize.hpp
#include <treelize/annotations.hpp>

#include <cassert>
#include <vector>

namespace app {
struct TREELIZE(node) Layer {
  std::vector<double> weights, bias;
};
struct TREELIZE(node) Model {
  Layer hidden, output;
};
[[treelize]] inline void step(double& parameter, double gradient, double rate) {
  parameter -= rate * gradient;
}
} // namespace app

// CHECK: using parameters = treelize::parameters<double&, double, double>;
// CHECK: auto step(TreeA&& parameter, const TreeB& gradient, const TreeC& rate) {

#include GENERATED

int main() {
  app::Model m{{{1, 2}, {3}}, {{4}, {5}}};
  app::step(m, m, 0.5);
  assert(m.hidden.weights[1] == 1 && m.output.bias[0] == 2.5);
  double x = 1;
  app::step(x, 2.0, 0.5);
  assert(x == 0);
}
