// Objects with a number that nobody sets and a vector, which are declared first and written as a whole: no warning of what the
// reverse sweep saves of them.
// RUN: %treelize %s -o %T/unset-numbers.treelize.hpp -- -std=c++20 -I%S/../Inputs
// RUN: %cxx -O1 -I%S/../Inputs -I%T %s %link -o %t && %t
// RUN: %clangxx -I%S/../Inputs -I%T %s -fsyntax-only
#include <GradientCheck.h>
#include <treelize/annotations.hpp>

#include <array>

namespace app {

struct Part {
  double p;
  std::vector<double> w;
};
inline Part made(double a, double b) { return {a, {b, a}}; }
TREELIZE(kernel) double chosen(double x, double y, int n) {
  Part v{x, {y, x}}, u{y, {0.4, y}};
  Part c = n > 1 ? v : u;
  v = n > 2 ? made(x, y) : made(y, 2);
  return c.p * c.w[0] + v.p * v.w[0];
}
TREELIZE(kernel) double listed(double x, double y, int n) {
  Part v{x, {y, x}}, u{y, {0.4, y}};
  std::array<Part, 2> z{v, u};
  double s = z[0].p * z[1].w[n % 2];
  for (const Part& c : {v, u})
    s += c.p * c.w[0];
  return s;
}
TREELIZE(kernel) double declared(double x, double y, int n) {
  Part v{x, {y, x}}, u{y, {0.4, y}};
  std::array<Part, 2> z;
  z[0] = v;
  z[1] = u;
  Part e;
  if (n > 1)
    e = z[0];
  else
    e = z[1];
  return z[0].p * e.w[n % 2] * e.p;
}

} // namespace app

#include "unset-numbers.treelize.hpp"

/// The kernel against the function itself.
template <class F, class Kernel>
void same(const char* name, const F& f, const Kernel& kernel) {
  const std::vector<double> at{0.61, 0.37};
  for (int n = 0; n < 4; ++n) {
    std::vector<double> bar(2);
    check::near(name, "value", kernel(at[0], at[1], n), f(at[0], at[1], n), 1e-12, 1);
    kernel.adjoint(at[0], at[1], n, 1.0, bar[0], bar[1]);
    check::differences(name, at, bar, [&](const std::vector<double>& x) { return f(x[0], x[1], n); });
    const double derivative = kernel.tangent(at[0], at[1], n, 0.7, -1.3).derivative;
    check::near(name, "adjoint against tangent", derivative, 0.7 * bar[0] - 1.3 * bar[1], 1e-10, 1);
  }
}

int main() {
  using namespace app;
  same("chosen", chosen, kernels::chosen);
  same("listed", listed, kernels::listed);
  same("declared", declared, kernels::declared);
  return check::finish();
}
