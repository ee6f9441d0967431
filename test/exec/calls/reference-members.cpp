// Members that refer to objects of one's own hierarchy: decorators, whose classes the program chooses.
// RUN: %treelize %s -o %T/reference-members.treelize.hpp -- -std=c++20 -I%S/../../Inputs
// RUN: %FileCheck %s --input-file=%T/reference-members.treelize.hpp
// RUN: %cxx -fsanitize=address,undefined -I%S/../../Inputs -I%T %s %link -o %t && %t
#include <GradientCheck.h>
#include <treelize/annotations.hpp>

#include <cmath>
#include <memory>
#include <vector>

namespace app {

struct Operation {
  virtual ~Operation() = default;
  virtual double apply(double x) const = 0;
};
struct Sine : Operation {
  double apply(double x) const override { return std::sin(x); }
};
struct Scaled : Operation {
  double factor;
  explicit Scaled(double f) : factor(f) {}
  double apply(double x) const override { return factor * x; }
};
struct Twice : Operation {
  const Operation& inner;
  explicit Twice(const Operation& operation) : inner(operation) {}
  double apply(double x) const override { return inner.apply(inner.apply(x)); }
};
struct Sum : Operation {
  const Operation &a, &b;
  Sum(const Operation& first, const Operation& second) : a(first), b(second) {}
  double apply(double x) const override { return a.apply(x) + b.apply(x); }
};

// A reference is the number of an object, as a pointer is.
// CHECK-LABEL: struct known_kernel
// CHECK: Twice_inner.push_back(
TREELIZE(kernel) double known(double x) {
  Sine sine;
  Twice twice(sine);
  return twice.apply(x);
}

TREELIZE(kernel) double nested(double x, double factor) {
  Sine sine;
  Scaled scaled(factor);
  Twice twice(scaled);
  Sum sum(sine, twice);
  Twice again(sum);
  return again.apply(x);
}

TREELIZE(kernel) double chosen(double x, double factor, int which) {
  Sine sine;
  Scaled scaled(factor);
  Twice twice(which > 0 ? static_cast<const Operation&>(sine) : scaled);
  return twice.apply(x);
}

} // namespace app

#include "reference-members.treelize.hpp"

#include <treelize/check_gradient.hpp>

int main() {
  using treelize::check_gradient;
  check::failures() += !check_gradient(app::kernels::known, 0.7).passed();
  check::failures() += !check_gradient(app::kernels::nested, 0.7, 1.3).passed();
  check::failures() += !check_gradient(app::kernels::chosen, 0.7, 1.3, 0).passed();
  check::failures() += !check_gradient(app::kernels::chosen, 0.7, 1.3, 1).passed();
  return check::finish();
}
