// What `wrt` leaves out has no adjoint: what depends on a selected number must not pass through it.
// RUN: not %treelize %s -o - -- -std=c++20 2>&1 | %FileCheck %s
#include <treelize/annotations.hpp>
#include <treelize/field.hpp>

#include <vector>

namespace app {

// CHECK: wrt-lost-derivative.cpp:[[#@LINE+4]]:8: error: what depends on a selected number is written to 'b', which 'wrt' leaves out: its derivative would be lost [treelize-wrt-lost-derivative]
// CHECK: note: 'elements' is a kernel because of this annotation
// CHECK: note: select it as well, or write to a variable of the kernel's own
TREELIZE(kernel, wrt = (a)) double elements(double a, std::vector<double>& b) {
  b[0] *= a;
  return b[0];
}

// CHECK: error: what depends on a selected number is written to 'out',
TREELIZE(kernel, wrt = (a)) void output(double a, double& out) { out = a * a; }

struct Pair {
  TREELIZE(tag("a")) double a;
  double b;
};
// CHECK: error: what depends on a selected number is written to 'p',
TREELIZE(kernel, wrt = with_tag("a")) double whole(Pair p) {
  p.b *= p.a;
  return p.b;
}
// CHECK: error: what depends on a selected number is written to 'copy',
TREELIZE(kernel, wrt = with_tag("a")) double local(const Pair& p, double x) {
  Pair copy = p;
  copy.b = copy.a * x;
  return copy.b;
}

double deeper(std::vector<double>& b, double a, int n) {
  if (n > 0)
    b[0] = 0.5 * deeper(b, a, n - 1) * a;
  return b[0];
}
// CHECK: error: what depends on a selected number is written to 'b',
TREELIZE(kernel, wrt = (a)) double called(double a, std::vector<double>& b) { return deeper(b, a, 3); }

class TREELIZE(data_oriented) Wave {
public:
  TREELIZE(tag("p")) treelize::field<double> a;
  treelize::field<double> energy;
  // CHECK: error: what depends on a selected number is written to 'energy',
  TREELIZE(kernel, wrt = with_tag("p")) void compute() { energy.value() += a.value() * a.value(); }
};

// Constants may be written, numbers by value are the kernel's own, and what nobody selected has no derivative to lose.
// CHECK-NOT: error:
TREELIZE(kernel, wrt = (a)) double fine(double a, double b, std::vector<double>& c) {
  b *= a;
  c[0] = 2 * c[1];
  return b * c[0];
}
TREELIZE(kernel, wrt = with_tag("a")) double constants(const Pair& p, double x) {
  Pair copy = p;
  copy.b = 2 * x;
  return copy.b * copy.a;
}

} // namespace app
