// Overloads that one wrapper cannot serve.
// RUN: rm -f %t.hpp && not %treelize %s -o %t.hpp -- -std=c++20 2>&1 | %FileCheck %s && test ! -e %t.hpp
#include <treelize/annotations.hpp>

// CHECK: :[[#@LINE+3]]:{{.*}}: error: overloads of 'f' cannot both be tree functions yet: their options differ [treelize-overloads-not-yet]
// CHECK: note: give one of them a name of its own
TREELIZE(mode = strict) inline double f(double x) { return x; }
TREELIZE(mode = inner) inline int f(int x) { return x; }
