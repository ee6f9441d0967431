// An include that is not found: the compiler's message, and nothing about what depends on it.
// RUN: rm -f %t.hpp && not %treelize %s -o %t.hpp -- -std=c++20 2>&1 | %FileCheck %s && test ! -e %t.hpp
// CHECK: :[[#@LINE+3]]:10: fatal error: 'nowhere.hpp' file not found
// CHECK: error: nothing is generated
// CHECK-NOT: error
#include "nowhere.hpp"
template <class T> T square(T x) { return x * nowhere::one; }
[[treelize(kernel)]] double f(double x) { return square(x); }
