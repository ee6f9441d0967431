// What a pointer to a member finds beside that member is no element: refused where it is asked for, before the program runs.
// A pointer to the only number of its kind, and one to an element, are fine.
// RUN: not %treelize %s -o %t.hpp -- -std=c++20 2>&1 | %FileCheck %s
#include <treelize/annotations.hpp>

struct Q {
  double x, y, z, w;
  // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: error: an element behind the member 'x', by a pointer to that member, is not supported in a kernel yet [treelize-construct-not-yet]
  double& operator[](int i) { return (&x)[i]; }
};
// CHECK: :[[#@LINE+4]]:{{[0-9]+}}: note: called from here
// CHECK: note: choose the member by a switch, or hold the members in an array
TREELIZE(kernel) inline double members(double a, double b, int i) {
  Q q{a, b, 3, 4};
  return q[i] * q[i];
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
// CHECK: error: an element behind the member 'z'
TREELIZE(kernel) inline double walked(double a, double b) {
  Q q{a, b, 3, 4};
  return sum(&q.z, 2);
}
