// A constructor cannot be a kernel.
// RUN: rm -f %t.hpp && not %treelize %s -o %t.hpp -- -std=c++20 2>&1 | %FileCheck %s && test ! -e %t.hpp
struct [[treelize(data_oriented)]] P {
  // CHECK: :[[#@LINE+2]]:14: error: a constructor cannot be a kernel [treelize-refused-kernel]
  // CHECK: note: call a function from it and make that one the kernel
  [[treelize(kernel)]] P(double x) : x(x) {}
  double x;
};
