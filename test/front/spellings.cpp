// Every spelling of an annotation arrives, on each kind of declaration.
// RUN: %treelize %s --list -- -std=c++20 -I%runtime | %FileCheck %s
#include <treelize/annotations.hpp>
// CHECK: tree function a1
[[treelize]] double a1(double x);
// CHECK: tree function a2
[[treelize()]] double a2(double x);
// CHECK: tree function a3
TREELIZE() double a3(double x);
// CHECK: kernel b1: kernel
[[treelize(kernel)]] double b1(double x) { return x; }
// CHECK: kernel b2: kernel
[[treelize::kernel]] double b2(double x) { return x; }
// CHECK: kernel b3: kernel
[[using treelize: kernel]] double b3(double x) { return x; }
// CHECK: kernel b4: kernel
TREELIZE(kernel) double b4(double x) { return x; }
// CHECK: kernel b5: kernel = product
[[nodiscard, treelize(kernel = product)]] double b5(double x) { return x; }
// CHECK: kernel b6: kernel, nondiff
[[treelize::kernel, treelize::nondiff]] double b6(double x) { return x; }
// CHECK: tree function and kernel b7: kernel, mode = left
[[treelize(kernel)]] [[treelize(mode = left)]] double b7(double x) { return x; }
// CHECK: kernel b8: kernel, wrt = x, y
[[treelize(kernel), treelize::wrt(x, y)]] double b8(double x, double y) { return x * y; }
