// What takes part in a derivative: fields that need no gradient, functions with none, rules of the
// user's, the direction of a tangent, a field as an argument.
// RUN: %treelize %s -o %t.treelize.hpp -- -std=c++20 -I%inputs -DGENERATED='"%t.treelize.hpp"'
// RUN: %FileCheck %s < %t.treelize.hpp
// RUN: %cxx -I%inputs -DGENERATED='"%t.treelize.hpp"' %s %link -o %t && %t
#include <Near.h>
#include <treelize/annotations.hpp>
#include <treelize/field.hpp>

#include <cassert>
#include <cmath>

namespace app {

TREELIZE(nondiff) inline double constantSquare(double x) { return x * x; }

inline double square(double x) { return x * x; }
TREELIZE(adjoint_of(square)) inline void square_adjoint(double, double seed, double& x_b) { x_b += 1000 * seed; }

// The field `c` has no adjoint, nor has `constant`.
// CHECK-NOT: self_b.c
struct TREELIZE(data_oriented) Weighted {
  treelize::field<double> x{std::vector<double>{1, 2}};
  TREELIZE(nondiff) treelize::field<double> c{std::vector<double>{5, 6}};
  treelize::field<double> y;
  TREELIZE(nondiff) treelize::field<double> constant;

  TREELIZE(kernel) void compute() {
    for (std::size_t i = 0; i < x.size(); ++i)
      y.value() += x[i] * c[i];
  }
  TREELIZE(kernel) void toConstant() {
    for (double v : x)
      constant.value() += v;
  }
  TREELIZE(kernel) void withoutGradient() { y.value() += constantSquare(x[0]); }
  TREELIZE(kernel) void withRule() { y.value() += square(x[0]); }
  TREELIZE(kernel) void ofArgument(const treelize::field<double>& v) {
    for (std::size_t i = 0; i < v.size(); ++i)
      y.value() += v[i] * 2.0;
  }
};

struct TREELIZE(data_oriented) Forward {
  treelize::field<double> x{std::vector<double>{1, 2, 3}};
  treelize::field<double> y{2};
  TREELIZE(kernel) void compute() {
    for (int i = 0; i < 3; ++i) {
      y[0] += x[i] * x[i];
      y[1] += std::sin(x[i]);
    }
  }
};

} // namespace app

#include GENERATED

using Bound = treelize::bound<app::Weighted>;

void fieldWithoutGradient() { // tk-s-082
  Bound w;
  w.compute();
  w.y.grad.value() = 1;
  w.compute.grad();
  assert(w.y.value() == 17 && near(w.x.grad, {5, 6}) && near(w.c.grad, {0, 0}));
}

void lossWithoutGradient() { // tk-s-083
  Bound w;
  w.constant.grad.value() = 1;
  w.toConstant.grad();
  assert(near(w.x.grad, {0, 0}));
}

void ruleOfTheUser() { // tk-s-088
  Bound w;
  w.x[0] = 3;
  w.withRule();
  w.y.grad.value() = 1;
  w.withRule.grad();
  assert(w.y.value() == 9 && near(w.x.grad, {1000, 0}));
}

void functionWithoutGradient() { // tk-s-089
  Bound w;
  w.x[0] = 3;
  w.withoutGradient();
  w.y.grad.value() = 1;
  w.withoutGradient.grad();
  assert(w.y.value() == 9 && near(w.x.grad, {0, 0}));
}

void directionalDerivative() { // tk-s-090
  treelize::bound<app::Forward> f;
  app::Forward f_t;
  f_t.x = treelize::field<double>(std::vector<double>{1, 0, 2});
  f.compute.tangent(f_t);
  assert(near(f_t.y, {14, -1.439682687332751}));
}

void fieldAsArgument() { // tk-s-091
  const treelize::field<double> a(std::vector<double>{1}), b(std::vector<double>{2, 3});
  Bound w;
  w.ofArgument(a);
  w.ofArgument(b);
  w.y.grad.value() = 1;
  const auto g = w.ofArgument.grad(b);
  assert(w.y.value() == 12 && near(g.v, {2, 2}));
  assert(near(a.grad, {0}) && near(b.grad, {0, 0})); // an argument's gradient is in the result
}

int main() {
  fieldWithoutGradient();
  lossWithoutGradient();
  ruleOfTheUser();
  functionWithoutGradient();
  directionalDerivative();
  fieldAsArgument();
}
