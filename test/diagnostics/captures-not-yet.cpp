// What a lambda cannot have a copy of.
// RUN: not %treelize %s -o - -- -std=c++20 2>&1 | %FileCheck %s
#include <treelize/annotations.hpp>

#include <map>

namespace app {

TREELIZE(kernel) double pool(double x) {
  std::map<int, double> m;
  m[1] = x;
  // CHECK: captures-not-yet.cpp:[[#@LINE+2]]:{{[0-9]+}}: error: a copy of a container of real numbers in a lambda is not supported in a kernel yet
  // CHECK: note: capture it by reference
  const auto f = [m](int i) { return m.at(i); };
  return f(1);
}

struct Spring {
  double k;
  double force(double x) {
    // CHECK: captures-not-yet.cpp:[[#@LINE+2]]:{{[0-9]+}}: error: a copy of '*this' in a lambda that may change it is not supported in a kernel yet
    // CHECK: note: capture 'this'
    auto f = [*this](double by) mutable { return k *= by; };
    return f(x);
  }
};
TREELIZE(kernel) double whole(double x) { return Spring{x}.force(x); }

} // namespace app
