// A template that calls a tree function by its plain name: what it finds depends on the includes.
// RUN: %treelize %s -o %t.hpp -- -std=c++20 2>&1 | %FileCheck %s && test -e %t.hpp
#include <treelize/annotations.hpp>

namespace app {
TREELIZE(mode = strict) inline double add(double a, double b) { return a + b; }

template <class T> T twice(const T& x) {
  // CHECK: :[[#@LINE+2]]:10: warning: this template calls the tree function 'add' with arguments of any type: it finds the overload for trees only where the generated header is included [treelize-dependent-tree-call]
  // CHECK: note: include that header in all units or in none, or qualify the name, so that it is never found
  return add(x, x);
}
// CHECK-NOT: warning:
template <class T> T thrice(const T& x) { return app::add(x, app::add(x, x)); }
inline double plain(double x) { return add(x, x); }
} // namespace app
