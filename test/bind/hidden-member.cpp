// RUN: not %treelize %s -o %t.hpp -- -std=c++20 2>&1 | %FileCheck %s
#include <treelize/annotations.hpp>

namespace app {

struct Base {
  double rate = 1;
};

// CHECK: hidden-member.cpp:[[#@LINE+2]]:{{[0-9]+}}: error: 'Chain' cannot be data-oriented: it has two members of the name 'rate', one of them in a base [treelize-hidden-member]
// CHECK: note: give one of them another name
struct TREELIZE(data_oriented) Chain : Base {
  double rate = 2;
  TREELIZE(kernel) double run(double x) { return x * rate * Base::rate; }
};

} // namespace app
