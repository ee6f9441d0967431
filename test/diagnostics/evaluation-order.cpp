// Where compilers differ about the order of evaluation, the tool warns once, and goes on by the standard.
// RUN: %treelize %s -o %t.hpp -- -std=c++20 2>&1 | %FileCheck %s && test -e %t.hpp
#include <treelize/annotations.hpp>

// CHECK: :[[#@LINE+10]]:{{.*}}: warning: one side of this assignment changes 'k' and the other one reads it: derivatives evaluate the right side first, as C++17 says, and some compilers the left one [treelize-evaluation-order]
// CHECK: note: write two statements
// CHECK: :[[#@LINE+9]]:{{.*}}: warning: one side of this assignment changes 'q'
// CHECK: :[[#@LINE+9]]:{{.*}}: warning: one side of this assignment changes 'k'
// CHECK: :[[#@LINE+13]]:{{.*}}: warning: one side of this assignment changes 'k'
// CHECK: :[[#@LINE+13]]:{{.*}}: warning: one side of this assignment changes 'k'
// CHECK: :[[#@LINE+14]]:{{.*}}: warning: one side of this assignment changes 'k'
// CHECK-NOT: warning
inline int next(int& k) { return k++; }
inline void step(double* a, const double* p, double* q, int& k) {
  a[++k] += p[k];
  *(q += 1) *= *q;
  a[k] -= p[k++];
  a[k] += p[k + 1] * a[k];
  a[k++] += 1.0;
  a[k] = p[k];
  int order[4] = {0, 1, 2, 3};
  order[k] = next(k);
  order[k - 1] = 1 + next(k);
  order[next(k) % 2] = k;
  order[k % 2] = next(k);
  k = next(k);
}

TREELIZE(kernel) inline double steps(double* a, const double* p) {
  double buffer[3] = {a[0], a[1], a[2]};
  int k = 0;
  step(a, p, buffer, k);
  k = 0;
  step(a, p, buffer, k);
  return a[0] * a[1] + buffer[1];
}
