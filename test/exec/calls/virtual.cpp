// Virtual calls run the method of the object's own class, where that is known.
// RUN: %treelize %s -o %T/virtual.treelize.hpp -- -std=c++20 -I%S/../../Inputs
// RUN: %cxx -I%S/../../Inputs -I%T %s %link -o %t && %t
#include <GradientCheck.h>
#include <treelize/annotations.hpp>

#include <array>

namespace app {

struct Shape {
  virtual ~Shape() = default;
  double k = 2;
  virtual double area(double x) const { return k * x; }
  double twice(double x) const { return 2 * area(x); }
};
struct Square : Shape {
  double s = 3;
  double area(double x) const override { return s * x * x + k; }
};
struct Sheared : Square {
  double area(double x) const override { return Square::area(x) * std::sin(x); }
};

inline double use(const Shape& shape, double x) { return shape.area(x) * shape.twice(x); }

/// A payoff is called as a function is.
struct Payoff {
  virtual ~Payoff() = default;
  virtual double operator()(double s) const = 0;
  virtual double operator[](double s) const { return s; }
};
struct Call : Payoff {
  double strike = 0;
  double operator()(double s) const override { return s > strike ? s - strike : 0.1 * s * strike; }
  double operator[](double s) const override { return s * s * strike; }
};
struct Doubled final : Call {
  double operator()(double s) const override { return 2 * Call::operator()(s); }
};
inline double expected(const Payoff& payoff, double s) { return payoff(s) * payoff[s]; }

TREELIZE(kernel) double payoffs(double a, double b) {
  Call call;
  call.strike = b;
  Doubled doubled;
  doubled.strike = a * b;
  const Payoff& chosen = a > 0 ? static_cast<const Payoff&>(doubled) : call;
  return expected(call, a) + expected(doubled, a * a) * chosen(b);
}

TREELIZE(kernel) double shapes(double a, double b) {
  Square square;
  square.s = a;
  Shape plain;
  plain.k = b;
  Sheared sheared;
  sheared.s = a * b;
  return use(square, b) + use(plain, a) + use(sheared, a);
}

TREELIZE(kernel) double pointers(double a, double b) {
  Square square;
  const Shape* shape = &square;
  Sheared sheared;
  const Shape& other = sheared;
  return shape->area(a) * other.area(b);
}

/// While the base is being constructed, the object is one of the base.
struct Rule {
  double k;
  Rule(double p) { k = rate(p); }
  virtual ~Rule() = default;
  virtual double rate(double p) const { return 2 * p; }
};
struct Steep : Rule {
  Steep(double p) : Rule(p) { k += rate(p); }
  double rate(double p) const override { return p * p; }
};
struct Steeper : Steep {
  using Steep::Steep;
  double rate(double p) const override { return p * p * p; }
};
TREELIZE(kernel) double constructors(double a, double b) {
  const Steeper rule(a);
  return rule.k * rule.rate(b);
}

struct Pair {
  Square first;
  std::array<Sheared, 2> rest;
};
TREELIZE(kernel) double members(double a, double b) {
  Pair pair;
  pair.first.s = a;
  pair.rest[1].k = b;
  double sum = use(pair.first, b);
  for (const Shape& shape : pair.rest)
    sum += use(shape, a);
  return sum;
}

} // namespace app

#include "virtual.treelize.hpp"

int main() {
  check::numbers("payoffs", app::kernels::payoffs, 0.61, -0.37);
  check::numbers("payoffs", app::kernels::payoffs, -0.61, 0.37);
  check::near("payoffs", "value", app::kernels::payoffs.value_and_grad(0.61, 0.37).value, app::payoffs(0.61, 0.37), 1e-15, 1);
  check::numbers("shapes", app::kernels::shapes, 0.61, -0.37);
  check::numbers("pointers", app::kernels::pointers, 0.61, -0.37);
  check::numbers("constructors", app::kernels::constructors, 0.61, -0.37);
  check::near("constructors", "value", app::kernels::constructors(0.5, 2.0), (1 + 0.25) * 8, 1e-15, 0);
  check::numbers("members", app::kernels::members, 0.61, -0.37);
  return check::finish();
}
