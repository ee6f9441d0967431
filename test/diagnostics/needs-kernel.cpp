// wrt without kernel.
// RUN: rm -f %t.hpp && not %treelize %s -o %t.hpp -- -std=c++20 2>&1 | %FileCheck %s && test ! -e %t.hpp
// CHECK: :[[#@LINE+4]]:12: error: annotation item 'wrt' means nothing without 'kernel' [treelize-needs-kernel]
// CHECK: note: add 'kernel'
// CHECK: ^
// CHECK-NEXT: kernel,
[[treelize(wrt = x)]] double f(double x) { return x; }
