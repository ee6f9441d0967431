// A variable that is private to a class, and written, cannot be named by other code, and is refused.
// RUN: rm -f %t.hpp && not %treelize %s -o %t.hpp -- -std=c++20 2>&1 | %FileCheck %s && test ! -e %t.hpp
class Counter {
  static inline double sum = 0;

public:
  static double add(double x) {
    // CHECK: :[[#@LINE+2]]:5: error: the private variable 'sum' is not constant: a derivative cannot see who changes it [treelize-mutable-global]
    // CHECK: note: make it const, pass it as a parameter, or make it a variable of a namespace that a kernel may read and write
    sum += x;
    return sum;
  }
};
[[treelize::kernel]] double counts(double x) { return Counter::add(x); }
