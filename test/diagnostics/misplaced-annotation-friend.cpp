// A friend defined in its class has no name by which generated code could call it.
// RUN: rm -f %t.hpp && not %treelize %s -o %t.hpp -- -std=c++20 2>&1 | %FileCheck %s && test ! -e %t.hpp
struct P {
  double x;
  // CHECK: :[[#@LINE+1]]:5: error: this annotation belongs to no declaration that treelize knows [treelize-misplaced-annotation]
  [[treelize::kernel]] friend double energy(P p) { return p.x; }
  // CHECK: :[[#@LINE+1]]:5: error: this annotation belongs to no declaration
  [[treelize(kernel)]] friend double power(P p) { return p.x; }
};
