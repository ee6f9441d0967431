// Items of the grammar whose meaning comes later parse, and say so.
// RUN: rm -f %t.hpp && not %treelize %s -o %t.hpp -- -std=c++20 2>&1 | %FileCheck %s && test ! -e %t.hpp
// CHECK: :[[#@LINE+2]]:13: error: annotation item 'adjoint_of' is not supported yet [treelize-item-not-yet]
// CHECK: note: write the function with operations that have a derivative
[[treelize::adjoint_of(a)]] void c(double x);

// CHECK: :[[#@LINE+1]]:12: error: annotation item 'tangent_of' is not supported yet
[[treelize(tangent_of(a))]] void d(double x);
