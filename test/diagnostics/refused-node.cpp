// Classes that a generated trait cannot reach, each with its way out.
// RUN: rm -f %t.hpp && not %treelize %s -o %t.hpp -- -std=c++20 2>&1 | %FileCheck %s && test ! -e %t.hpp
#include <treelize/annotations.hpp>

class TREELIZE(node) Private {
  // CHECK: :[[#@LINE+1]]:10: error: class 'Private' cannot be a node: it has the private field 'x' [treelize-refused-node]
  double x;
  // CHECK: note: make it public, or specialise treelize::node_traits by hand
};
struct TREELIZE(node) Reference {
  // CHECK: :[[#@LINE+1]]:11: error: class 'Reference' cannot be a node: it has the reference 'x'
  double& x;
};
struct TREELIZE(node) Bits {
  // CHECK: :[[#@LINE+1]]:7: error: class 'Bits' cannot be a node: it has the bit-field 'x'
  int x : 3;
};
struct Base { double x; };
// CHECK: :[[#@LINE+1]]:{{.*}}: error: class 'Derived' cannot be a node: it has a base class with members
struct TREELIZE(node) Derived : Base { double y; };
struct TREELIZE(node) Anonymous {
  // CHECK: :[[#@LINE+1]]:3: error: class 'Anonymous' cannot be a node: it has an anonymous struct or union
  union { double x; int y; };
};
// CHECK: :[[#@LINE+1]]:22: error: class 'Union' cannot be a node: it is a union
union TREELIZE(node) Union { double x; int y; };
class Outer {
  // CHECK: :[[#@LINE+1]]:25: error: class 'Inner' cannot be a node: it is not public in its class
  struct TREELIZE(node) Inner { double x; };
};
