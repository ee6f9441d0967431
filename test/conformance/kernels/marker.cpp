// One marker makes a function a kernel: it runs, and it carries its gradient before it was ever run.
// RUN: %treelize %s -o %t.treelize.hpp -- -std=c++20 -I%inputs -DGENERATED='"%t.treelize.hpp"'
// RUN: %cxx -I%inputs -DGENERATED='"%t.treelize.hpp"' %s %link -o %t && %t
#include <Near.h>
#include <treelize/annotations.hpp>
#include <treelize/field.hpp>

#include <cassert>

namespace app {

struct TREELIZE(data_oriented) Weighted {
  treelize::field<double> x{std::vector<double>{1, 2, -3}};
  treelize::field<double> y;

  TREELIZE(kernel) void compute() {
    for (std::size_t i = 0; i < x.size(); ++i)
      y.value() += x[i] * x[i] * (i + 1);
  }
};

// The same as a free function: its gradient comes back instead of being added to a field.
TREELIZE(kernel) double weighted(const treelize::field<double>& x) {
  double y = 0;
  for (std::size_t i = 0; i < x.size(); ++i)
    y += x[i] * x[i] * (i + 1);
  return y;
}

} // namespace app

#include GENERATED

using Bound = treelize::bound<app::Weighted>;

void callRunsPrimal() { // tk-s-001
  Bound c;
  c.compute();
  assert(c.y.value() == 36);
  assert(app::kernels::weighted(c.x) == 36);
}

void gradNeedsNoRun() { // tk-s-002
  Bound c;
  c.y.grad.value() = 1;
  c.compute.grad();
  assert(near(c.x.grad, {2, 8, -18}) && c.y.value() == 0);
  assert(near(app::kernels::weighted.grad(c.x).x, {2, 8, -18}));
}

void gradLeavesOutputs() { // tk-s-003
  Bound c;
  c.y.value() = 42;
  c.y.grad.value() = 2;
  c.compute.grad();
  assert(c.y.value() == 42 && near(c.x, {1, 2, -3}));
  assert(near(c.x.grad, {4, 16, -36}));
}

void gradAccumulates() { // tk-s-004
  Bound c;
  c.y.grad.value() = 1;
  c.compute.grad();
  c.compute.grad();
  assert(near(c.x.grad, {4, 16, -36}));
}

void zeroSeedGivesZeros() { // tk-s-005
  Bound c;
  c.compute();
  c.compute.grad();
  assert(near(c.x.grad, {0, 0, 0}));
}

int main() {
  callRunsPrimal();
  gradNeedsNoRun();
  gradLeavesOutputs();
  gradAccumulates();
  zeroSeedGivesZeros();
}
