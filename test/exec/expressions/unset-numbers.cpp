// Objects with a number that nobody sets and a vector, which are declared first and written as a whole: no warning of what the
// reverse sweep saves of them.
// RUN: %treelize %s -o %T/unset-numbers.treelize.hpp -- -std=c++20 -I%S/../../Inputs
// RUN: %cxx -O1 -I%S/../../Inputs -I%T %s %link -o %t && %t
// RUN: %clangxx -I%S/../../Inputs -I%T %s -fsyntax-only
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

int main() {
  using namespace app;
  check::same("chosen", chosen, kernels::chosen);
  check::same("listed", listed, kernels::listed);
  check::same("declared", declared, kernels::declared);
  return check::finish();
}
