// A variable that one call leaves to the next cannot be named by other code, and is refused.
// RUN: rm -f %t.hpp && not %treelize %s -o %t.hpp -- -std=c++20 2>&1 | %FileCheck %s && test ! -e %t.hpp
// The first call decides.
// CHECK: :[[#@LINE+3]]:10: error: the static variable 'first' is not constant: a derivative cannot see who changes it [treelize-mutable-global]
[[treelize::kernel]] double once(double x) {
  static const double first = x;
  return first * x;
}

// CHECK: error: the static variable 'calls' is not constant
// CHECK: note: make it const, pass it as a parameter, or make it a variable of a namespace that a kernel may read and write
[[treelize::kernel]] double counts(double x) {
  static int calls = 0;
  ++calls;
  return x * calls;
}
