// A kernel reads constants, not variables that somebody may change behind its back.
// RUN: rm -f %t.hpp && not %treelize %s -o %t.hpp -- -std=c++20 2>&1 | %FileCheck %s && test ! -e %t.hpp
double rate = 0.5;

// CHECK: :[[#@LINE+1]]:57: error: the global variable 'rate' is not constant: a derivative cannot see who changes it [treelize-mutable-global]
[[treelize::kernel]] double global(double x) { return x*rate; }

// The first call decides.
// CHECK: error: the static variable 'first' is not constant
[[treelize::kernel]] double once(double x) {
  static const double first = x;
  return first * x;
}

// CHECK: error: the static variable 'calls' is not constant
// CHECK: note: make it const, or pass it as a parameter
[[treelize::kernel]] double counts(double x) {
  static int calls = 0;
  ++calls;
  return x * calls;
}
