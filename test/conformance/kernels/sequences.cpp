// Several kernels: one called by another, and adjoints run by hand in the reverse order of the primals
// (what Taichi's tape does; `zero_grad` and the seed are the caller's).
// RUN: %treelize %s -o %t.treelize.hpp -- -std=c++20 -I%inputs -DGENERATED='"%t.treelize.hpp"'
// RUN: %cxx -I%inputs -DGENERATED='"%t.treelize.hpp"' %s %link -o %t && %t
#include <Near.h>
#include <treelize/annotations.hpp>
#include <treelize/field.hpp>

#include <cassert>

namespace app {

inline double square(double a) { return a * a; }

struct TREELIZE(data_oriented) Sequence {
  treelize::field<double> x{std::vector<double>{2, 3}};
  treelize::field<double> m{2};
  treelize::field<double> y;

  TREELIZE(kernel) void squares() {
    for (std::size_t i = 0; i < x.size(); ++i)
      m[i] = x[i] * x[i];
  }
  TREELIZE(kernel) void sum() {
    for (std::size_t i = 0; i < m.size(); ++i)
      y.value() += m[i] * (i + 1);
  }
  TREELIZE(kernel) void both() {
    squares();
    sum();
  }
  TREELIZE(kernel) void add() { x[0] += 1; }
  TREELIZE(kernel) void callAdd() { add(); }
  TREELIZE(kernel) void ofFunction() { y.value() = square(x[0]) + square(x[0] + 1.0); }
};

} // namespace app

#include GENERATED

using Bound = treelize::bound<app::Sequence>;

void kernelCallsKernel() { // tk-s-030
  Bound s;
  s.callAdd();
  assert(s.x[0] == 3);
  s.x.grad[0] = 7;
  s.callAdd.grad();
  assert(s.x.grad[0] == 7);
  s.y.grad.value() = 1;
  s.x = Bound().x;
  s.both.grad();
  assert(near(s.x.grad, {4, 12}));
}

void kernelCallsFunction() { // tk-s-032
  Bound s;
  s.x[0] = 3;
  s.ofFunction();
  s.y.grad.value() = 1;
  s.ofFunction.grad();
  assert(s.y.value() == 25 && near(s.x.grad, {14, 0}));
}

void inReverseOrder() { // tk-s-084
  Bound s;
  s.squares();
  s.sum();
  s.y.grad.value() = 1;
  s.sum.grad();
  s.squares.grad();
  assert(s.y.value() == 22 && near(s.x.grad, {4, 12}));
  assert(s.y.grad.value() == 1);
}

void afterZeroing() { // tk-s-085
  Bound s;
  s.x.grad[0] = 7;
  s.x.zero_grad();
  s.squares();
  s.sum();
  s.y.grad.value() = 1;
  s.sum.grad();
  s.squares.grad();
  assert(near(s.x.grad, {4, 12}));
}

void inWrongOrder() { // tk-s-086, wrong_order
  Bound s;
  s.sum();
  s.squares();
  s.y.grad.value() = 1;
  s.squares.grad();
  s.sum.grad();
  assert(near(s.x.grad, {0, 0}));
}

int main() {
  kernelCallsKernel();
  kernelCallsFunction();
  inReverseOrder();
  afterZeroing();
  inWrongOrder();
}
