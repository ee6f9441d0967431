// A derived class has its bases' kernels; one that it declares anew hides the base's.
// RUN: %treelize %s -o %t.treelize.hpp -- -std=c++20 -DGENERATED='"%t.treelize.hpp"'
// RUN: %cxx -DGENERATED='"%t.treelize.hpp"' %s %link -o %t && %t
// RUN: %clangxx -DGENERATED='"%t.treelize.hpp"' %s -fsyntax-only
#include <treelize/annotations.hpp>
#include <treelize/field.hpp>

#include <cassert>

namespace app {
class TREELIZE(data_oriented) Base {
public:
  treelize::field<double> x, loss;
  double k = 2;
  TREELIZE(kernel) void compute() { loss.value() += k * x.value(); }
  TREELIZE(kernel) double read(double s) const { return s * x.value(); }
};
class TREELIZE(data_oriented) Derived : public Base {
public:
  double more = 10;
  TREELIZE(kernel) void compute() { loss.value() += more * k * x.value(); }
};
// A base may be nobody else's business.
class Gain {
protected:
  double gain = 3;
  double doubled() const { return 2 * gain; }
};
class TREELIZE(data_oriented) Private : private Gain {
public:
  treelize::field<double> x, loss;
  TREELIZE(kernel) void compute() { loss.value() += gain * doubled() * x.value(); }
};
} // namespace app

#include GENERATED

int main() {
  treelize::bound<app::Derived> d;
  static_assert(sizeof(d) == sizeof(app::Derived));
  d.x.value() = 3;
  d.loss.grad.value() = 1;
  d.compute();
  assert(d.loss.value() == 60);
  auto g = d.compute.grad();
  assert(g.self.more == 6 && g.self.k == 30 && d.x.grad.value() == 20);
  assert(d.read.grad(4).s == 3);
  treelize::bound<app::Base> b;
  b.x.value() = 3;
  b.loss.grad.value() = 1;
  assert(b.compute.grad().self.k == 3);
  treelize::bound<app::Private> p;
  p.x.value() = 3;
  p.loss.grad.value() = 1;
  p.compute();
  p.compute.grad();
  assert(p.loss.value() == 54 && p.x.grad.value() == 18);
}
