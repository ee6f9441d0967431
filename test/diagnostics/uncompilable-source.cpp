// Errors of the source are shown as the compiler shows them, and end the run.
// RUN: rm -f %t.hpp && not %treelize %s -o %t.hpp -- -std=c++20 2>&1 | %FileCheck %s && test ! -e %t.hpp
// CHECK: :[[#@LINE+3]]:50: error: use of undeclared identifier 'y'
// CHECK: :[[#@LINE+2]]:50: error: nothing is generated for '{{.*}}uncompilable-source.cpp' because of this [treelize-uncompilable-source]
// CHECK: note: mend it; if your compiler accepts it, give the compiler's flags after '--' or its build folder by '-p'
[[treelize(kernel)]] double f(double x) { return y; }
