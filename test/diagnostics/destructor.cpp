// A destructor that does something runs for variables of a block (exec/statements/guards.cpp). Elsewhere it would be lost without a
// word; one that does nothing is no matter.
// RUN: not %treelize %s -o - -- -std=c++20 2>&1 | %FileCheck %s
#include <treelize/annotations.hpp>

namespace app {

struct Guard {
  double& r;
  double k;
  ~Guard() { r *= k; }
};

struct Quiet {
  double v;
  ~Quiet() {}
};

inline double used(Guard guard) { return guard.k; }

// CHECK: error: an object of the class 'app::Guard', whose destructor does something, is not supported in a kernel yet
// CHECK: note: give it a name, as a variable of a block, or call a method in place of the destructor
TREELIZE(kernel) double passed(double x, double y) {
  double s = x;
  return used(Guard{s, y}) * s;
}

TREELIZE(kernel) double guarded(double x, double y) {
  double s = x;
  {
    // CHECK: destructor.cpp:[[#@LINE+1]]:11: error: an object of the class 'app::Guard', whose destructor does something, is not supported in a kernel yet
    Guard several[1] = {{s, y}};
    s += 1;
  }
  return s;
}

// CHECK-NOT: error:
TREELIZE(kernel) double quiet(double x) {
  Quiet q{x * x};
  return q.v;
}

} // namespace app
