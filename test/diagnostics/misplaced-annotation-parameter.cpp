// The scoped spelling on a parameter of what is no function of its own: nobody would ever read it.
// RUN: rm -f %t.hpp && not %treelize %s -o %t.hpp -- -std=c++20 2>&1 | %FileCheck %s && test ! -e %t.hpp
// CHECK: :[[#@LINE+1]]:51: error: this annotation belongs to no declaration that treelize knows [treelize-misplaced-annotation]
[[treelize::kernel]] double pointer(double (*g)([[treelize::nondiff]] double), double x) { return x; }

// CHECK: :[[#@LINE+1]]:20: error: this annotation belongs to no declaration
using F = double([[treelize::nondiff]] double);

double f(double x) {
  // CHECK: :[[#@LINE+1]]:22: error: this annotation belongs to no declaration
  auto square = []([[treelize::nondiff]] double y) { return y * y; };
  return square(x);
}

// No error: a parameter of a function.
// CHECK-NOT: error
double g([[treelize::nondiff]] double x);
