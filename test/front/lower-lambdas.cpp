// Closures are inlined with what they captured when they were made; functors are objects.
// RUN: rm -rf %t && mkdir %t
// RUN: %treelize %s -o %t/lower-lambdas.treelize.hpp --dump-after=lower -- -std=c++20 -I%S/../Inputs | %FileCheck %s
// RUN: %cxx -I%t -I%S/../Inputs %s %link -o %t/run && %t/run
#include <treelize/annotations.hpp>

namespace app {

template <class F> double step(F f, double x, double h) {
  double k1 = f(x);
  double k2 = f(x + h / 2 * k1);
  return x + h * k2;
}
auto multiplier(double k) {
  return [k](double x) { return k * x; };
}
struct Decay {
  double k;
  double operator()(double x) const { return -k * x; }
};

TREELIZE(kernel) double captures(double a, double b) {
  double c = a;
  auto byCopy = [c](double x) { return c * x; };
  auto byReference = [&](double x) { return c * x; };
  auto init = [d = c * 2](double x) { return d + x; };
  c = b;
  return byCopy(b) * 10 + byReference(b) + init(a);
}

// Both closures keep their own k.
TREELIZE(kernel) double returned(double a, double b) {
  auto f = multiplier(a);
  auto g = multiplier(b * b);
  return f(3) + g(5) * f(b);
}

TREELIZE(kernel) double passed(double a, double b) {
  auto generic = [&](auto f, double x) { return f(f(x)); };
  return step([&](double t) { return b * t; }, a, 0.5) + generic([&](double t) { return t * t + a; }, b);
}

TREELIZE(kernel) double writes(double a, double b) {
  double sum = 0;
  auto add = [&sum](double x) { sum += x * x; };
  for (int i = 0; i < 3; ++i)
    add(a + i);
  add(b);
  return sum * [&] { return a * b; }();
}

// CHECK-LABEL: kernel functor
// CHECK: let f: app::Decay
// CHECK-NEXT: f.k = b
TREELIZE(kernel) double functor(double a, double b) { return step(Decay{b}, a, 0.1); }

} // namespace app

#include "lower-lambdas.treelize.hpp"

#include <GradientCheck.h>

int main() {
  check::numbers("captures", app::kernels::captures, 0.7, 1.3);
  check::numbers("returned", app::kernels::returned, 0.7, 1.3);
  check::numbers("passed", app::kernels::passed, 0.7, 1.3);
  check::numbers("writes", app::kernels::writes, 0.7, 1.3);
  check::numbers("functor", app::kernels::functor, 0.7, 1.3);
  return check::finish();
}
