// Functions with a visible body become part of the kernel; parameters are bound where nobody can tell.
// RUN: rm -rf %t && mkdir %t
// RUN: %treelize %s -o %t/lower-calls.treelize.hpp --dump-after=lower -- -std=c++20 -I%S/../Inputs | %FileCheck %s
// RUN: %cxx -I%t -I%S/../Inputs %s %link -o %t/run && %t/run
#include <treelize/annotations.hpp>

#include <span>
#include <vector>

namespace app {

double square(double x) { return x * x; }
double relu(double x) {
  if (x > 0)
    return x;
  return 0;
}
double twice(double x, double factor = 2) { return factor * x; }
double doubled(double x) {
  x += x;
  return x;
}
void scale(double& x, double by) { x *= by; }
void smooth(std::vector<double>& v, double first) {
  for (double& e : v)
    e += first;
}
double& at(std::vector<double>& v, int i) { return v[i]; }
template <class T> T cube(T x) {
  T y = x * x;
  return y * x;
}
template <int N> double power(double x) {
  if constexpr (N == 0)
    return 1;
  else
    return x * power<N - 1>(x);
}
template <class... T> double total(T... x) { return (x + ... + 0.0); }

// A number is substituted, a computed one gets the parameter's name.
// CHECK-LABEL: kernel plain
// CHECK-NEXT: let x: const double = a + b
// CHECK-NEXT: return a * a + x * x
TREELIZE(kernel) double plain(double a, double b) { return square(a) + square(a + b); }

// CHECK-LABEL: kernel early
// CHECK-NEXT: inline app::relu -> relu_result: double
// CHECK-NEXT: if a > 0.0
// CHECK: return 0.0
// CHECK-NEXT: return relu_result * b
TREELIZE(kernel) double early(double a, double b) { return relu(a) * b; }

// CHECK-LABEL: kernel defaults
// CHECK-NEXT: return 2.0 * a + 3.0 * b
TREELIZE(kernel) double defaults(double a, double b) { return twice(a) + twice(b, 3); }

// A parameter that is written is a local of its own.
// CHECK-LABEL: kernel byValue
// CHECK: let x: double = a
// CHECK-NEXT: x += x
// CHECK-NEXT: return x * a
TREELIZE(kernel) double byValue(double a, double b) { return doubled(a) * a + b; }

// CHECK-LABEL: kernel byReference
// CHECK: y = y * b
TREELIZE(kernel) double byReference(double a, double b) {
  double y = a;
  scale(y, b);
  scale(y, y);
  return y;
}

// The first element is taken before the loop changes it.
TREELIZE(kernel) double takenBefore(double a, double b) {
  std::vector<double> v = {a, b, a * b};
  smooth(v, v[0]);
  at(v, 1) *= 2;
  return v[0] * v[1] + v[2];
}

// CHECK-LABEL: kernel templates
TREELIZE(kernel) double templates(double a, double b) { return cube(a) + power<3>(b) + total(a, b, a * b); }

} // namespace app

#include "lower-calls.treelize.hpp"

#include <GradientCheck.h>

int main() {
  check::numbers("plain", app::kernels::plain, 0.7, 1.3);
  check::numbers("early", app::kernels::early, 0.7, 1.3);
  check::numbers("early", app::kernels::early, -0.7, 1.3);
  check::numbers("defaults", app::kernels::defaults, 0.7, 1.3);
  check::numbers("byValue", app::kernels::byValue, 0.7, 1.3);
  check::numbers("byReference", app::kernels::byReference, 0.7, 1.3);
  check::numbers("takenBefore", app::kernels::takenBefore, 0.7, 1.3);
  check::numbers("templates", app::kernels::templates, 0.7, 1.3);
  return check::finish();
}
