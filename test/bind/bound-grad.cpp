// `bound<T>` is a T of the same size; `grad` adds to the fields' adjoints, and gives those of plain
// members and arguments back. It neither needs a first run nor disturbs the object.
// RUN: %treelize %s -o %t.treelize.hpp -- -std=c++20 -DGENERATED='"%t.treelize.hpp"'
// RUN: %FileCheck %s < %t.treelize.hpp
// RUN: %cxx -DGENERATED='"%t.treelize.hpp"' %s %link -o %t && %t
// RUN: %clangxx -DGENERATED='"%t.treelize.hpp"' %s -fsyntax-only
#include <treelize/annotations.hpp>
#include <treelize/field.hpp>

#include <cassert>

namespace app {

class TREELIZE(data_oriented) Chain {
public:
  Chain(std::size_t n, double stiffness) : x(n), k(stiffness) {}
  treelize::field<double> x;
  treelize::field<double> loss;
  double k;

  TREELIZE(kernel) void compute() {
    for (std::size_t i = 0; i < x.size(); ++i)
      loss.value() += k * x[i] * x[i];
  }
  TREELIZE(kernel) void scaled(double s, int m) {
    for (int i = 0; i < m; ++i)
      loss.value() += s * x[i];
  }
};

} // namespace app

// CHECK: class Chain_compute_slot
// CHECK: {{.}}[no_unique_address]] proxy compute;
// CHECK: class treelize::bound<app::Chain>
// CHECK: using ::app::Chain::Chain;

#include GENERATED

int main() {
  treelize::bound<app::Chain> c(2, 3.0);
  static_assert(sizeof(c) == sizeof(app::Chain));
  c.x[0] = 1;
  c.x[1] = 2;
  c.loss.value() = 42;
  c.loss.grad.value() = 2;

  auto g = c.compute.grad();
  assert(c.x.grad[0] == 12 && c.x.grad[1] == 24);
  assert(g.self.k == 10);
  assert(c.loss.value() == 42 && c.x[1] == 2);
  assert(c.loss.grad.value() == 2); // added to: the seed stays

  c.compute.grad();
  assert(c.x.grad[1] == 48);

  c.compute();
  assert(c.loss.value() == 57);

  c.x.zero_grad();
  auto h = c.scaled.grad(0.5, 2);
  assert(h.s == 6 && c.x.grad[0] == 1 && h.self.k == 0);
}
