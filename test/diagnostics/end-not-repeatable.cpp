// How a kernel ends, beyond a literal, is told by the kernel itself, called again: where it may not run again, that is
// said at the end's place.
// RUN: not %treelize %s -o %t.hpp -- -std=c++20 2>&1 | FileCheck %s
#include <cstdio>
#include <stdexcept>
#include <string>
#include <treelize/annotations.hpp>
#include <vector>

namespace app {

#define FAIL(x) throw std::domain_error("negative: " + std::to_string(x))

// CHECK: [[@LINE+6]]:5: error: a kernel that ends here cannot run again to say how, as it has changed 'calls' by then, which it reads [treelize-end-not-repeatable]
// CHECK: note: 'changed' is a kernel because of this annotation
// CHECK: note: check before anything is changed, or throw an exception whose text is a literal
TREELIZE(kernel) double changed(double x, double& calls) {
  calls *= x;
  if (x < 0)
    FAIL(x);
  return x * calls;
}

// CHECK: [[@LINE+4]]:5: error: a kernel that ends here cannot run again to say how, as '{{.*}}puts("here")', which comes before it, would run twice
TREELIZE(kernel) double printed(double x) {
  std::puts("here");
  if (x < 0)
    FAIL(x);
  return x * x;
}

// CHECK: [[@LINE+4]]:7: error: a kernel that ends here cannot run again to say how, as it has changed 'rows' by then, which it reads
TREELIZE(kernel) double inALoop(std::vector<double>& rows, double x) {
  for (int i = 0; i < 3; ++i) {
    if (x < i)
      FAIL(x);
    rows.push_back(x * i);
  }
  return rows[0] * x;
}

// CHECK: [[@LINE+4]]:5: error: a kernel that ends here cannot run again to say how, as it has changed 'calls' by then, which it reads
inline double power(double x, int n, int& calls) {
  ++calls;
  if (n > 6)
    FAIL(x);
  return n == 0 ? 1 : x * power(x, n - 1, calls);
}
TREELIZE(kernel) double recursive(double x, int n, int& calls) { return power(x, n, calls); }

struct Moved {
  explicit Moved(double v) : value(v) {}
  Moved(Moved&&) = default;
  double value;
};
// CHECK: [[@LINE+3]]:5: error: a kernel that ends here cannot run again to say how, as its argument 'p' cannot be copied
TREELIZE(kernel) double uncopied(Moved p, double x) {
  if (x < 0)
    FAIL(x);
  return p.value * x;
}

} // namespace app
