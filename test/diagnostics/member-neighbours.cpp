// What a pointer to a member finds behind those that lie side by side with it is no element: refused where the index is
// known. So is a pointer to one of several members, of which each has others beside it. A pointer to the only number of its
// kind, and one to an element, are fine.
// RUN: not %treelize %s -o %t.hpp -- -std=c++20 2>&1 | %FileCheck %s
#include <treelize/annotations.hpp>

struct Q {
  double x, y;
  int n;
  double z;
};
TREELIZE(kernel) inline double behind(double a, double b) {
  Q q{a, b, 3, 4};
  // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: error: arithmetic on a pointer to a single object is not supported in a kernel yet [treelize-construct-not-yet]
  return (&q.x)[1] * (&q.x)[2];
}
TREELIZE(kernel) inline double either(double a, double b, int i) {
  Q q{a, b, 3, 4}, r{b, a, 3, 4};
  const double* p = i > 2 ? &q.x : &r.x;
  // CHECK: :[[#@LINE+2]]:{{[0-9]+}}: error: an element behind one of several members, by a pointer to them, is not supported in a kernel yet
  // CHECK: note: choose the member by a switch, or hold the members in an array
  return p[i];
}

struct P {
  double x;
  int n;
};
inline double sum(const double* x, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i)
    s += x[i];
  return s;
}
// CHECK-NOT: error:
TREELIZE(kernel) inline double alone(double a, double b) {
  P p{a, 1};
  const double rows[2] = {a, b};
  return sum(&p.x, p.n) + sum(&b, 1) + sum(&rows[1], 1);
}
