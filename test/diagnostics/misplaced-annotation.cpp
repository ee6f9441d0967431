// An annotation on what is no function, class, field or parameter is not dropped in silence.
// RUN: rm -f %t.hpp && not %treelize %s -o %t.hpp -- -std=c++20 2>&1 | %FileCheck %s && test ! -e %t.hpp
// CHECK: :[[#@LINE+2]]:3: error: this annotation belongs to no declaration that treelize knows [treelize-misplaced-annotation]
// CHECK: note: write it before the whole of a function, a field or a parameter, or behind 'class' or 'struct'
[[treelize(kernel)]] int variable = 3;

double f(double x) {
  // CHECK: :[[#@LINE+1]]:5: error: this annotation belongs to no declaration
  [[treelize(nondiff)]] double local = x;
  return local;
}

// CHECK: :[[#@LINE+1]]:8: error: this annotation belongs to no declaration
enum [[treelize(node)]] Colour { red };
