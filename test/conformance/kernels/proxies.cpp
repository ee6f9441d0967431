// A bound kernel knows its object: its instance, its present values, its arguments.
// RUN: %treelize %s -o %t.treelize.hpp -- -std=c++20 -I%inputs -DGENERATED='"%t.treelize.hpp"'
// RUN: %cxx -I%inputs -DGENERATED='"%t.treelize.hpp"' %s %link -o %t && %t
// RUN: %clangxx -I%inputs -DGENERATED='"%t.treelize.hpp"' %s -fsyntax-only
#include <Near.h>
#include <treelize/annotations.hpp>
#include <treelize/field.hpp>

#include <cassert>
#include <concepts>
#include <utility>

namespace app {

class TREELIZE(data_oriented) Chain {
public:
  Chain(std::vector<double> values, double stiffness) : k(stiffness), x(std::move(values)) {}

  double k;
  treelize::field<double> x, loss;

  TREELIZE(kernel) void compute() {
    for (std::size_t i = 0; i < x.size(); ++i)
      loss.value() += k * x[i] * x[i];
  }
  TREELIZE(kernel) void run(double s, int m) {
    for (int i = 0; i < m; ++i)
      loss.value() += s * x[i];
  }
  TREELIZE(kernel) double twice() const { return x[0] * 2.0; }
  TREELIZE(kernel) static double add(double a, double b) { return a + b; }

  double plain(double v) const { return v + q; }
  static constexpr int q = 5;
};

} // namespace app

#include GENERATED

using Bound = treelize::bound<app::Chain>;

void runsOnItsInstance() { // tk-s-007
  Bound a({1, 2}, 3);
  a.compute();
  a.loss.grad.value() = 1;
  a.compute.grad();
  assert(a.loss.value() == 15 && near(a.x.grad, {6, 12}));
}

void gradNeedsNoRun() { // tk-s-008
  Bound a({1, 2}, 3);
  a.loss.grad.value() = 1;
  a.compute.grad();
  assert(a.loss.value() == 0 && near(a.x.grad, {6, 12}));
}

void instancesAreIndependent() { // tk-s-009
  Bound a({1, 2}, 3), b({5}, 10);
  a.compute();
  b.compute();
  b.loss.grad.value() = 1;
  b.compute.grad();
  assert(a.loss.value() == 15 && b.loss.value() == 250);
  assert(near(a.x.grad, {0, 0}) && near(b.x.grad, {100}));
}

void keptProxyKeepsItsInstance() { // tk-s-010
  Bound a({3}, 2), b({1}, 7);
  auto& f = a.compute;
  b.compute();
  f();
  a.loss.grad.value() = 1;
  f.grad();
  assert(a.loss.value() == 18 && near(a.x.grad, {12}));
}

void throughTheClass() { // tk-s-012
  Bound a({3}, 2);
  a.app::Chain::compute();
  assert(a.loss.value() == 18);
}

void readsPresentValues() { // tk-s-013, truth
  Bound a({1}, 2);
  a.compute();
  assert(a.loss.value() == 2);
  a.k = 100;
  a.loss.value() = 0;
  a.compute();
  assert(a.loss.value() == 100);
  a.loss.grad.value() = 1;
  a.compute.grad();
  assert(near(a.x.grad, {200}));
  a.x = treelize::field<double>(std::vector<double>{2, 4}); // a replaced field is present, too
  a.compute.grad();
  assert(near(a.x.grad, {400, 800}));
}

void staticKernel() { // tk-s-016
  Bound b({}, 1);
  assert(b.add(1.5, 2.0) == 3.5);
  const auto g = b.add.grad(1.5, 2.0);
  assert(g.a == 1 && g.b == 1);
}

template <class T>
concept has_nothing = requires(T& x) { x.nothing; };

void otherMembersAreUntouched() { // tk-s-018
  const Bound b({}, 1);
  assert(b.plain(2) == 7 && b.q == 5 && Bound::q == 5);
  static_assert(!has_nothing<Bound>);
}

void gradTakesTheArguments() { // tk-s-019
  Bound b({1, 2, 4}, 1);
  b.run(0.5, 2);
  b.loss.grad.value() = 1;
  const auto g = b.run.grad(0.5, 2);
  assert(b.loss.value() == 1.5 && near(b.x.grad, {0.5, 0.5, 0}));
  assert(g.s == 3 && g.self.k == 0);
  static_assert(!std::invocable<decltype(b.run), double>);
}

void gradOfReturnValue() { // tk-s-029, truth
  const Bound b({3}, 1);
  assert(b.twice() == 6);
  b.twice.grad();
  assert(near(b.x.grad, {2}));
}

int main() {
  runsOnItsInstance();
  gradNeedsNoRun();
  instancesAreIndependent();
  keptProxyKeepsItsInstance();
  throughTheClass();
  readsPresentValues();
  staticKernel();
  otherMembersAreUntouched();
  gradTakesTheArguments();
  gradOfReturnValue();
}
