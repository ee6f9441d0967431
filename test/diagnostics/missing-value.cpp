// An item that needs a value.
// RUN: rm -f %t.hpp && not %treelize %s -o %t.hpp -- -std=c++20 2>&1 | %FileCheck %s && test ! -e %t.hpp
// CHECK: :[[#@LINE+2]]:12: error: annotation item 'mode' needs a value [treelize-missing-value]
// CHECK: note: write 'mode = strict|inner|outer|left'
[[treelize(mode)]] double f(double x) { return x; }
