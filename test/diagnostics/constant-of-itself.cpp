// A constant that points at itself, as the sentinel of a list does.
// RUN: not %treelize %s -o %t.hpp -- -std=c++20 2>&1 | FileCheck %s
#include <treelize/annotations.hpp>

namespace app {

struct Node {
  constexpr Node(const Node* n, double v) : next(n), value(v) {}
  const Node* next;
  double value;
};

// CHECK: [[@LINE+2]]:{{[0-9]+}}: error: 'end', whose initialiser names it, is not supported in a kernel yet
inline const Node* sentinel() {
  static const Node end(&end, 2);
  return &end;
}
TREELIZE(kernel) double walked(double x) { return sentinel()->value * x; }

} // namespace app
