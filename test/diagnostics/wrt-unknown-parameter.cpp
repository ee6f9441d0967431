// wrt names what is no parameter.
// RUN: rm -f %t.hpp && not %treelize %s -o %t.hpp -- -std=c++20 2>&1 | %FileCheck %s && test ! -e %t.hpp
// CHECK: :[[#@LINE+2]]:30: error: 'z' in 'wrt' is no parameter of kernel 'f' [treelize-wrt-unknown-parameter]
// CHECK: note: write 'x' or 'y'
[[treelize(kernel, wrt = (x, z))]] double f(double x, double y) { return x * y; }
