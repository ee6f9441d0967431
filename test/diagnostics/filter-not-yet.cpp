// A filter in wrt comes later.
// RUN: rm -f %t.hpp && not %treelize %s -o %t.hpp -- -std=c++20 2>&1 | %FileCheck %s && test ! -e %t.hpp
// CHECK: :[[#@LINE+2]]:26: error: the filter 'with_tag("param")' in 'wrt' is not supported yet [treelize-filter-not-yet]
// CHECK: note: name the parameters: 'wrt = (a, b)'
[[treelize(kernel, wrt = with_tag("param"))]] double f(double x) { return x; }
