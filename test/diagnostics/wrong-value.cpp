// A value that the item does not have: what it could be.
// RUN: rm -f %t.hpp && not %treelize %s -o %t.hpp -- -std=c++20 2>&1 | %FileCheck %s && test ! -e %t.hpp
// CHECK: :[[#@LINE+2]]:19: error: 'innr' is no value of annotation item 'mode' [treelize-wrong-value]
// CHECK: note: write 'strict', 'inner', 'outer' or 'left'
[[treelize(mode = innr)]] double a(double x) { return x; }

// CHECK: :[[#@LINE+2]]:22: error: 'yes' is no value of annotation item 'inherit'
// CHECK: note: write 'true' or 'false'
[[treelize(inherit = yes)]] double b(double x) { return x; }

// CHECK: :[[#@LINE+2]]:21: error: '3' is no value of annotation item 'kernel'
// CHECK: note: write a name, such as 'kernel = name'
[[treelize(kernel = 3)]] double c(double x) { return x; }

// CHECK: :[[#@LINE+2]]:20: error: 'x' is no value of annotation item 'kernel'
// CHECK: note: write 'kernel = name'
[[treelize::kernel(x)]] double d(double x) { return x; }

// CHECK: :[[#@LINE+2]]:21: error: 'class' is no value of annotation item 'kernel'
// CHECK: note: write a name, such as 'kernel = name'
[[treelize(kernel = class)]] double e(double x) { return x; }
