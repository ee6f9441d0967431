// Clang hangs an attribute that it does not know on nothing; it is not lost for all that.
// RUN: rm -f %t.hpp && not %treelize %s -o %t.hpp -- -std=c++20 2>&1 | %FileCheck %s && test ! -e %t.hpp
// CHECK: :[[#@LINE+2]]:13: error: unknown annotation item 'kernl' [treelize-unknown-item]
// CHECK: note: did you mean 'kernel'?
[[treelize::kernl]] double f(double x) { return x; }

// CHECK: :[[#@LINE+1]]:27: error: unknown annotation item 'nod'
[[using treelize: kernel, nod]] double g(double x) { return x; }

// Other people's attributes are none of our business.
// CHECK-NOT: other
[[other::attribute]] double h(double x) { return x; }
