// A function that nobody sees into runs as it stands where nothing of it can come back.
// RUN: not %treelize %s -o %t.hpp -- -std=c++20 2>&1 | FileCheck %s
#include <treelize/annotations.hpp>

namespace app {

inline double level = 1;
void tick(double x);
void fill(double* x);
double draw();

// CHECK: [[@LINE+2]]:3: error: 'app::tick', whose body is not visible, in a kernel that reads the variable 'level', which it may change, is not supported in a kernel yet
TREELIZE(kernel) double byGlobal(double x) {
  tick(x);
  return x * level;
}

// CHECK: [[@LINE+2]]:3: error: 'app::fill' is called, but its body is not visible here, so it has no derivative
TREELIZE(kernel) double byPointer(double x) {
  fill(&x);
  return x;
}

// CHECK: [[@LINE+3]]:14: error: 'app::draw' is called, but its body is not visible here, so it has no derivative
TREELIZE(kernel) double byResult(double x) {
  tick(x);
  return x * draw();
}

// CHECK: [[@LINE+3]]:5: error: the call of 'app::tick', whose body is not visible, in a try block is not supported in a kernel yet
TREELIZE(kernel) double inATry(double x) {
  try {
    tick(x);
  } catch (int) {
    return 0;
  }
  return x * x;
}

} // namespace app
