// A definition may repeat what a declaration says, and must not contradict it.
// RUN: rm -f %t.hpp && not %treelize %s -o %t.hpp -- -std=c++20 2>&1 | %FileCheck %s && test ! -e %t.hpp
// CHECK-NOT: error:
[[treelize(kernel, wrt = x)]] double same(double x, double y);
[[treelize(kernel, wrt = x)]] double same(double x, double y) { return x * y; }

[[treelize(kernel, wrt = x)]] double other(double x, double y);
// CHECK: :[[#@LINE+3]]:20: error: another declaration gives the annotation item 'wrt' another value [treelize-contradicting-item]
// CHECK: :[[#@LINE-2]]:20: note: the first 'wrt' is here
// CHECK: note: say the same on both, or say it once
[[treelize(kernel, wrt = y)]] double other(double x, double y) { return x * y; }
// CHECK-NOT: error:
