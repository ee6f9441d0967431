// A class template that is data-oriented: the annotation picks the instantiation.
// RUN: %treelize %s -o %t.treelize.hpp -- -std=c++20 -DGENERATED='"%t.treelize.hpp"'
// RUN: %FileCheck %s < %t.treelize.hpp
// RUN: %cxx -DGENERATED='"%t.treelize.hpp"' %s %link -o %t && %t
// RUN: %allcxx -DGENERATED='"%t.treelize.hpp"' %s -fsyntax-only
#include <treelize/annotations.hpp>
#include <treelize/field.hpp>

#include <cassert>

namespace app {

template <class T, int N = 3> class TREELIZE(data_oriented, T = double) Chain {
public:
  explicit Chain(T stiffness) : k_(stiffness) {}
  treelize::field<T> x{N}, loss;

  TREELIZE(kernel) void compute(T scale) {
    for (int i = 0; i < N; ++i)
      loss.value() += scale * energy(x[i]);
  }
  TREELIZE(kernel) static T square(T a) { return a * a; }

private:
  T energy(T at) const { return k_ * square(at); }
  T k_;
  TREELIZE(nondiff) T unused_ = N;
};

} // namespace app

// CHECK: class treelize::bound<app::Chain<double>>
// CHECK: using ::app::Chain<double>::Chain;

#include GENERATED

int main() {
  treelize::bound<app::Chain<double>> c(2.0);
  static_assert(sizeof(c) == sizeof(app::Chain<double>));
  c.x.fill(3);
  c.compute(1);
  assert(c.loss.value() == 54);
  c.loss.grad.value() = 1;
  const auto g = c.compute.grad(0.5);
  assert(c.x.grad[2] == 6 && g.scale == 54 && c.loss.value() == 54);
  assert(c.square.grad(4).a == 8);

  app::Chain<double> plain(1);
  plain.x.fill(1);
  plain.loss.grad.value() = 1;
  treelize::bind(plain).compute.grad(1);
  assert(plain.x.grad[0] == 2);
}
