// An annotation out of a macro of the user's works; a message points at the macro's use.
// RUN: not %treelize %s -o - -- -std=c++20 2>&1 | %FileCheck %s
#define KERNEL [[treelize(kernel)]]
#define OVER(...) [[treelize(kernel, wrt = (__VA_ARGS__))]]
KERNEL double a(double x) { return x; }
// CHECK-NOT: error
// CHECK: user-macro.cpp:[[#@LINE+1]]:1: error: 'z' in 'wrt' is no parameter of kernel 'b'
OVER(x, z) double b(double x) { return x; }
