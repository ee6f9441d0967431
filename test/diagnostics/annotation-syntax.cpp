// What does not even read as an annotation.
// RUN: rm -f %t.hpp && not %treelize %s -o %t.hpp -- -std=c++20 2>&1 | %FileCheck %s && test ! -e %t.hpp
// CHECK: :[[#@LINE+2]]:20: error: expected a value in the annotation [treelize-annotation-syntax]
// CHECK: note: an annotation is '{{\[\[}}treelize(item, item, ...){{\]\]}}', an item 'name', 'name = value' or 'name("text")'
[[treelize(kernel =)]] double a(double x) { return x; }

// CHECK: :[[#@LINE+1]]:19: error: expected an item's name in the annotation
[[treelize(kernel,)]] double b(double x) { return x; }

// CHECK: :[[#@LINE+1]]:19: error: expected ',' between two items in the annotation
[[treelize(kernel wrt = x)]] double c(double x) { return x; }

// CHECK: :[[#@LINE+1]]:12: error: expected an item's name in the annotation
[[treelize("kernel")]] double d(double x) { return x; }
