// A pointer to one object that is stepped where the step cannot be followed is refused at its place: from object to object,
// and where a loop has taken it for a pointer to the object.
// RUN: not %treelize %s -o %t.hpp -- -std=c++20 2>&1 | %FileCheck %s
#include <treelize/annotations.hpp>

#include <vector>

struct Link {
  Link* next;
  double v;
};
TREELIZE(kernel) inline double links(double x) {
  Link a{nullptr, x}, b{&a, 2};
  Link* p = b.next;
  // CHECK: :[[#@LINE+2]]:{{[0-9]+}}: error: arithmetic on a pointer to a single object is not supported in a kernel yet
  // CHECK: note: point into an array, or at the object alone
  p += 1;
  return p->v;
}

TREELIZE(kernel) inline double kept(double x) {
  std::vector<double*> all;
  double a = x;
  // CHECK: :[[#@LINE+2]]:{{[0-9]+}}: error: arithmetic on a pointer to a single object at this place is not supported
  // CHECK: note: point into an array, or step a local variable
  all.push_back(&a + 1);
  return *(all[0] - 1);
}

TREELIZE(kernel) inline double late(double x, int n) {
  double a = x;
  double* p = &a;
  double** pp = &p;
  double s = 0;
  for (int i = 0; i < n; ++i) {
    s += *p;
    // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: error: {{.*}}
    ++*pp;
  }
  return s;
}

extern const double table[];
TREELIZE(kernel) inline double untilEnd(double x, int n) {
  double s = 0;
  // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: error: a comparison of pointers into different objects is not supported in a kernel yet
  for (const double *p = table, *end = table + n; p != end; ++p)
    s += *p * x;
  return s;
}
