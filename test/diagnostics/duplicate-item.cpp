// An item given twice, in one annotation or in two.
// RUN: rm -f %t.hpp && not %treelize %s -o %t.hpp -- -std=c++20 2>&1 | %FileCheck %s && test ! -e %t.hpp
// CHECK: :[[#@LINE+3]]:26: error: annotation item 'mode' is given twice [treelize-duplicate-item]
// CHECK: :[[#@LINE+2]]:12: note: the first 'mode' is here
// CHECK: note: remove one of the two
[[treelize(mode = inner, mode = outer)]] double a(double x) { return x; }

// CHECK: :[[#@LINE+1]]:34: error: annotation item 'kernel' is given twice
[[treelize::kernel]] [[treelize::kernel]] double b(double x) { return x; }
