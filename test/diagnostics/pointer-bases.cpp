// A pointer may change over to another container, but not to a single object.
// RUN: rm -f %t.hpp && not %treelize %s -o %t.hpp -- -std=c++20 2>&1 | %FileCheck %s && test ! -e %t.hpp

// CHECK: :[[#@LINE+4]]:5: error: pointer 'p' may point into different objects, which is not supported yet [treelize-pointer-bases]
// CHECK: note: use one pointer per object, or an index
[[treelize::kernel]] double jumps(const double* a, double b) {
  const double* p = a;
  p = &b;
  return *p;
}
