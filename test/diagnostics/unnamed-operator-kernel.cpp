// An operator has no name that an object could have.
// RUN: rm -f %t.hpp && not %treelize %s -o %t.hpp -- -std=c++20 2>&1 | %FileCheck %s && test ! -e %t.hpp
struct P { double x; };
// CHECK: :[[#@LINE+2]]:12: error: kernel 'operator*' is an operator and needs a name of its own [treelize-unnamed-operator-kernel]
// CHECK: note: write 'kernel = name'
[[treelize(kernel)]] double operator*(P a, P b) { return a.x * b.x; }
