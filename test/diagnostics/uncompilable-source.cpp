// Errors of the source are shown as the compiler shows them, and end the run.
// RUN: rm -f %t.hpp && not %treelize %s -o %t.hpp -- -std=c++20 2>&1 | %FileCheck %s && test ! -e %t.hpp
// CHECK: :[[#@LINE+2]]:49: error: use of undeclared identifier 'y'
// CHECK: note: nothing is generated for '{{.*}}uncompilable-source.cpp' until this is mended; if your compiler accepts it, give its flags after '--' or its build folder by '-p'
[[treelize(kernel)]] double f(double x) { return y; }
