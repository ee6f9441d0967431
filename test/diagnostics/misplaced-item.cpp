// An item on a declaration of the wrong kind: where it goes.
// RUN: rm -f %t.hpp && not %treelize %s -o %t.hpp -- -std=c++20 2>&1 | %FileCheck %s && test ! -e %t.hpp
// CHECK: :[[#@LINE+2]]:19: error: annotation item 'kernel' does not belong on a class [treelize-misplaced-item]
// CHECK: note: it goes on a function or method
struct [[treelize(kernel)]] P {
  // CHECK: :[[#@LINE+1]]:14: error: annotation item 'node' does not belong on a field
  [[treelize(node)]] double x;
  // CHECK: :[[#@LINE+1]]:14: error: annotation item 'aux' does not belong on a method
  [[treelize(aux)]] double f();
};

// CHECK: :[[#@LINE+1]]:12: error: annotation item 'data_oriented' does not belong on a function
[[treelize(data_oriented)]] double f(double x) { return x; }

// CHECK: :[[#@LINE+1]]:21: error: annotation item 'mode' does not belong on a parameter
double g([[treelize(mode = inner)]] double x);
