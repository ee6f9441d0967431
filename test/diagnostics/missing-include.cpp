// An include that is not found.
// RUN: rm -f %t.hpp && not %treelize %s -o %t.hpp -- -std=c++20 2>&1 | %FileCheck %s && test ! -e %t.hpp
// CHECK: :[[#@LINE+2]]:10: fatal error: 'nowhere.hpp' file not found
// CHECK: error: nothing is generated
#include "nowhere.hpp"
[[treelize(kernel)]] double f(double x) { return x; }
