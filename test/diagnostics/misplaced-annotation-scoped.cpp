// The scoped spelling on what is no function, class, field or parameter.
// RUN: rm -f %t.hpp && not %treelize %s -o %t.hpp -- -std=c++20 2>&1 | %FileCheck %s && test ! -e %t.hpp
// CHECK: :[[#@LINE+2]]:3: error: this annotation belongs to no declaration that treelize knows [treelize-misplaced-annotation]
// CHECK: note: annotate a function, a class, a field or a parameter
[[treelize::kernel]] int variable = 3;

double f(double x) {
  // CHECK: :[[#@LINE+1]]:5: error: this annotation belongs to no declaration
  [[treelize::nondiff]] double local = x;
  return local;
}
