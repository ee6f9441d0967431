// An item that does not exist is named, and the one that was meant is offered.
// RUN: rm -f %t.hpp && not %treelize %s -o %t.hpp -- -std=c++20 2>&1 | %FileCheck %s && test ! -e %t.hpp
// CHECK: unknown-item.cpp:[[#@LINE+4]]:12: error: unknown annotation item 'kernal' [treelize-unknown-item]
// CHECK: unknown-item.cpp:[[#@LINE+3]]:12: note: did you mean 'kernel'?
// CHECK: ^~~~~~
// CHECK-NEXT: kernel
[[treelize(kernal)]] double f(double x) { return x; }

// Where nothing is near, the items of the place are listed.
// CHECK: :[[#@LINE+2]]:25: error: unknown annotation item 'colour'
// CHECK: note: the items of a class are 'data_oriented' or 'node'
struct [[treelize(node, colour)]] P {};
