// An option that takes no effect is a warning, and the header is written.
// RUN: %treelize %s -o %t.hpp -- -std=c++20 2>&1 | %FileCheck %s && test -e %t.hpp
#include <treelize/annotations.hpp>

// CHECK: :[[#@LINE+2]]:{{.*}}: warning: 'missing' has no effect in inner mode, where no result has a key that a tree lacks [treelize-missing-without-effect]
// CHECK: note: remove it, or write 'mode = outer' or 'mode = left'
TREELIZE(mode = inner, missing = 0) inline int f(int x) { return x; }
// CHECK: :[[#@LINE+1]]:{{.*}}: warning: 'missing' has no effect in strict mode
TREELIZE(missing = 0) inline int g(int x) { return x; }
