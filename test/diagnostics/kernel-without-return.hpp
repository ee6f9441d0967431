// A kernel that forgets its `return` compiles, and a derivative of what it returns is one of nothing.
// RUN: %treelize %s -o %t.hpp -- -std=c++20 2>&1 | %FileCheck %s
#pragma once
#include <treelize/annotations.hpp>

// CHECK: :[[#@LINE+2]]:59: warning: kernel 'square' can end here without the value that it returns [treelize-kernel-without-return]
// CHECK: note: write 'return' at the end of each way through it
TREELIZE(kernel) inline double square(double x) { x *= x; }
// CHECK: :[[#@LINE+4]]:1: warning: kernel 'root' can end here without the value that it returns
TREELIZE(kernel) inline double root(double x) {
  if (x > 0)
    return x / 2;
}

// CHECK-NOT: warning
TREELIZE(kernel) inline double sign(double x) {
  if (x > 0)
    return x;
  else
    return -x;
}
