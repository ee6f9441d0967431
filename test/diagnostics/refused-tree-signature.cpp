// Functions whose trees no overload can take, each with its way out.
// RUN: rm -f %t.hpp && not %treelize %s -o %t.hpp -- -std=c++20 2>&1 | %FileCheck %s && test ! -e %t.hpp
#include <treelize/annotations.hpp>

template <class T> concept any = true;

// CHECK: :[[#@LINE+2]]:{{.*}}: error: 'clause' cannot be a tree function: it has a requires-clause of its own{{.*}} [treelize-refused-tree-signature]
// CHECK: note: make a named concept of it
template <class T> requires any<T> TREELIZE(mode = strict) T clause(T x) { return x; }
// CHECK: :[[#@LINE+1]]:{{.*}}: error: 'none' cannot be a tree function: it has no parameter that a tree could be given for
TREELIZE(mode = strict) inline double none() { return 0; }
// CHECK: :[[#@LINE+1]]:{{.*}}: error: 'moved' cannot be a tree function: it takes 'x' by rvalue reference
TREELIZE(mode = strict) inline double moved(double&& x) { return x; }
// CHECK: :[[#@LINE+1]]:{{.*}}: error: 'to' cannot be a tree function: it has the template parameter 'R', which its arguments do not say
template <class R, class T> TREELIZE(mode = strict) R to(T x) { return R(x); }
// CHECK: :[[#@LINE+1]]:{{.*}}: error: 'braces' cannot be a tree function: it has a 'missing' in braces
TREELIZE(mode = outer, missing = {}) inline double braces(double x, int y) { return x + y; }
class Hidden {
  // CHECK: :[[#@LINE+1]]:{{.*}}: error: 'f' cannot be a tree function: it is not public
  TREELIZE(mode = strict) double f(double x) { return x; }

public:
  // CHECK: :[[#@LINE+1]]:{{.*}}: error: 'g' cannot be a tree function: it is a static method
  TREELIZE(mode = strict) static double g(double x) { return x; }
};
template <class T> struct Of {
  // CHECK: :[[#@LINE+1]]:{{.*}}: error: 'h' cannot be a tree function: it is a method of a class template
  TREELIZE(mode = strict) double h(double x) { return x; }
};

// CHECK: :[[#@LINE+1]]:{{.*}}: error: 'unknown' cannot be a tree function: it has the 'missing' value 'nowhere', and nothing declares 'nowhere'
TREELIZE(mode = outer, missing = nowhere) inline double unknown(double x, double y) { return x + y; }
